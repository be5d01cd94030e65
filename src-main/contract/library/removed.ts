import { z } from 'zod'
import { ChangeId } from './history.ts'

/** Something that a person removed from the library and can restore. */
export const RemovedItem = z.object({
  /** The change that removed it; undoing that restores it. */
  changeId: ChangeId,
  /** The watched folder; null for photos. */
  path: z.string().nullable(),
  /** Whether the files went to the system's trash; otherwise they were missing. */
  isInTrash: z.boolean(),
  photoCount: z.int(),
  /** Milliseconds since 1970. */
  removedMs: z.number(),
  /** When it is permanently deleted. */
  leavesMs: z.number(),
})
export type RemovedItem = z.infer<typeof RemovedItem>

/** How many of the photos that are being deleted for good are gone. */
export const PurgeProgress = z.object({ done: z.int(), total: z.int() })
export type PurgeProgress = z.infer<typeof PurgeProgress>
