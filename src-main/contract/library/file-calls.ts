import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CardOrder, CardPreview, CardProgress, CardResume, CardScan } from './card-import.ts'
import { TrashPlan, TrashReport } from './duplicates.ts'
import { FolderName, MovePlan, MoveReport, MoveRequest } from './files.ts'
import { ChangedIds, ChangeResult } from './history.ts'
import { FolderId, JobId } from './ids.ts'
import { SourceId } from './transfer.ts'

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => oc.input(input).output(output)
const nothing = z.void()

/** Files of photos on the disk: a shell or a person never names a path here. */
export const fileCalls = {
  /**
   * What moving or renaming photos would do: every new name, and why a photo would stay; nothing is touched. Throws
   * `bad-params` for an unknown field of a pattern, `folder-not-found`, or `disk-full`.
   */
  plan: call(MoveRequest, MovePlan),
  /**
   * Carries a plan out: one entry in the history, which an undo takes back where the former places are free. Progress
   * comes as `files.changed`. Throws `bad-params` for a plan that is not known any more.
   */
  move: call(z.object({ planId: z.string() }), MoveReport),
  /** Stops before the next photo. */
  cancel: call(z.object({ planId: z.string() }), nothing),
  /**
   * Lists all files that would go to the system's trash with photos. Throws `not-supported-here` where there is no
   * trash.
   */
  planTrash: call(z.object({ ids: ChangedIds }), TrashPlan),
  /** Moves what was listed to the trash; an undo puts it back where the system lets programs do so. */
  trash: call(z.object({ planId: z.string() }), TrashReport),
  /** Makes a folder in a folder of the library. Throws `bad-params` for a name that is taken or no good. */
  newFolder: call(
    z.object({ parentId: FolderId, name: FolderName }),
    z.object({ folderId: FolderId, change: ChangeResult }),
  ),
  /** Renames a folder below a watched one, on the disk. */
  renameFolder: call(z.object({ id: FolderId, name: FolderName }), ChangeResult),
}

/**
 * Imports from cameras' cards: nothing on a card is changed, each copy is compared, and no content comes twice. A shell
 * hands out the ids of sources and targets; progress comes as `card-import.changed`.
 */
export const cardCalls = {
  /** Looks through a card. Throws `bad-params` where it cannot be read. */
  scan: call(z.object({ sourceId: SourceId }), CardScan),
  /** Small pictures of items as `data:` addresses; null where there is none. */
  thumbs: call(
    z.object({ scanId: z.string(), items: z.array(z.int().min(0)).min(1).max(60) }),
    z.array(z.string().nullable()),
  ),
  /** Where everything would go. Throws `bad-params` for an unknown field of a pattern. */
  preview: call(CardOrder, CardPreview),
  /** Throws `bad-params`, `not-a-folder`, `target-not-writable` or `disk-full`. */
  start: call(CardOrder, z.object({ jobId: JobId })),
  /** Goes on with an import that was interrupted. Throws `job-not-found`. */
  resume: call(CardResume, z.object({ jobId: JobId })),
  /** Stops before the next item; what is copied stays. One that was interrupted is given up. */
  cancel: call(z.object({ jobId: JobId }), nothing),
  /** Imports under way, those that were interrupted, and those that ended since the start. */
  list: call(nothing, z.array(CardProgress)),
  /** Resolves with the report at the end of an import. */
  finished: call(z.object({ jobId: JobId }), CardProgress),
}
