import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { Text } from '../sentences/text.ts'

/** The number of a change in the history. */
export const ChangeId = z.int().positive()
export type ChangeId = z.infer<typeof ChangeId>

/** What came of something a person did. It is on the disk when this arrives. */
export const ChangeResult = z.object({
  /** For undoing it; null where nothing was changed. */
  changeId: ChangeId.nullable(),
  /** Photos that were changed: those that had the value already are not counted. */
  count: z.int(),
  /** Photos that an undo or redo left as they are, since they were changed again meanwhile. */
  kept: z.int(),
  /** What was done, for example `Rated 5,240 photos with 3 stars`. */
  sentence: Text,
})
export type ChangeResult = z.infer<typeof ChangeResult>

/** One change of the history. */
export const HistoryEntry = z.object({
  id: ChangeId,
  /** Milliseconds since 1970. */
  atMs: z.number(),
  kind: z.string(),
  sentence: Text,
  /** Photos it changed. */
  count: z.int(),
  isUndone: z.boolean(),
  undoneMs: z.number().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Most photos that one change takes. */
export const MAX_CHANGED = 5_000_000

/**
 * Ids of the photos that a change is for: one entry in the history however many they are. Looked at in one loop, since
 * a million of them are checked while windows wait.
 */
export const ChangedIds = z.custom<PhotoId[]>(isIds, { error: `from 1 to ${MAX_CHANGED} ids of photos` })

function isIds(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_CHANGED &&
    value.every((id) => Number.isSafeInteger(id) && id > 0)
  )
}
