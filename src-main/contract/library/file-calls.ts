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

/** Calls about the files of photos on the disk; nobody passes a path here. */
export const fileCalls = {
  /**
   * What moving or renaming photos would do: every new name, and why a photo would stay. Changes nothing. Throws
   * `bad-params` for an unknown field of a pattern, `folder-not-found`, or `disk-full`.
   */
  plan: call(MoveRequest, MovePlan),
  /**
   * Carries out a plan as one entry in the history; undo moves photos back if their former places are free. Progress is
   * announced as `files.changed`. Throws `bad-params` if the plan is no longer known.
   */
  move: call(z.object({ planId: z.string() }), MoveReport),
  /** Stops before the next photo. */
  cancel: call(z.object({ planId: z.string() }), nothing),
  /**
   * Lists all files that would go to the system's trash with photos. Throws `not-supported-here` if there is no trash.
   */
  planTrash: call(z.object({ ids: ChangedIds }), TrashPlan),
  /** Moves the listed files to the trash; undo restores them if the system allows it. */
  trash: call(z.object({ planId: z.string() }), TrashReport),
  /** Makes a folder in a folder of the library. Throws `bad-params` if the name is taken or not valid. */
  newFolder: call(
    z.object({ parentId: FolderId, name: FolderName }),
    z.object({ folderId: FolderId, change: ChangeResult }),
  ),
  /** Renames a folder below a watched one, on the disk. */
  renameFolder: call(z.object({ id: FolderId, name: FolderName }), ChangeResult),
}

/**
 * Imports from camera cards. Nothing on a card is changed, each copy is compared, and no content is imported twice. A
 * shell hands out the ids of sources and targets; progress is announced as `card-import.changed`.
 */
export const cardCalls = {
  /** Reads the content of a card. Throws `bad-params` if it cannot be read. */
  scan: call(z.object({ sourceId: SourceId }), CardScan),
  /** Small pictures of items as `data:` addresses; null if an item has none. */
  thumbs: call(
    z.object({ scanId: z.string(), items: z.array(z.int().min(0)).min(1).max(60) }),
    z.array(z.string().nullable()),
  ),
  /** Where every item would go. Throws `bad-params` for an unknown field of a pattern. */
  preview: call(CardOrder, CardPreview),
  /** Throws `bad-params`, `not-a-folder`, `target-not-writable` or `disk-full`. */
  start: call(CardOrder, z.object({ jobId: JobId })),
  /** Continues an interrupted import. Throws `job-not-found`. */
  resume: call(CardResume, z.object({ jobId: JobId })),
  /** Stops before the next item; copied items stay. An interrupted import is given up. */
  cancel: call(z.object({ jobId: JobId }), nothing),
  /** Imports in progress, interrupted ones, and those that ended since the program started. */
  list: call(nothing, z.array(CardProgress)),
  /** Resolves with the report at the end of an import. */
  finished: call(z.object({ jobId: JobId }), CardProgress),
}
