import { z } from 'zod'
import { ChangeId } from './history.ts'

/** Something that a person removed from the library and can put back. */
export const RemovedItem = z.object({
  /** The change that removed it: undoing that puts it back. */
  changeId: ChangeId,
  /** The watched folder; null for photos. */
  path: z.string().nullable(),
  /** Their files went to the system's trash; else they were missing. */
  isInTrash: z.boolean(),
  photoCount: z.int(),
  /** Milliseconds since 1970. */
  removedMs: z.number(),
  /** When it is deleted for good. */
  leavesMs: z.number(),
})
export type RemovedItem = z.infer<typeof RemovedItem>
