import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { PhotoTile } from './photo.ts'
import { Text } from '../sentences/text.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** The number of a change in the history. */
export const ChangeId = z.int().positive()
export type ChangeId = z.infer<typeof ChangeId>

/** The outcome of a person's action. It is on the disk when this arrives. */
export const ChangeResult = z.object({
  /** The change that undo reverts; null if nothing was changed. */
  changeId: ChangeId.nullable(),
  /** Photos that were changed; those that already had the value do not count. */
  count: z.int(),
  /** Photos that an undo or redo left as they are, because they were changed again in the meantime. */
  kept: z.int(),
  /** A description, such as `Rated 5,240 photos with 3 stars`. */
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
  /** Number of changed photos. */
  count: z.int(),
  isUndone: z.boolean(),
  undoneMs: z.number().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Pictures beside a change of the history, at most. */
export const MAX_PICTURED = 5

/** The first photos of a change, without those that are hidden. */
export const HistoryPictures = z.object({ id: ChangeId, photos: z.array(PhotoTile).max(MAX_PICTURED) })
export type HistoryPictures = z.infer<typeof HistoryPictures>

/** Maximum number of photos in one change. */
export const MAX_CHANGED = 5_000_000

/**
 * Ids of the photos that a change is for: one entry in the history for any number of them. They are checked in a single
 * loop, because windows wait while a million ids are checked.
 */
export const ChangedIds = z.custom<PhotoId[]>(isIds, issueWith(say('inputs.photoIds', { max: MAX_CHANGED })))

function isIds(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_CHANGED &&
    value.every((id) => Number.isSafeInteger(id) && id > 0)
  )
}
