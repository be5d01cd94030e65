import { z } from 'zod'
import { FolderId, JobId, TargetId } from './ids.ts'
import { ImportReport, ImportRequest, LibraryExportReport, LibraryExportRequest } from './travel.ts'
import { Text } from '../sentences/text.ts'

/** A file or folder that a person chose to import from; only a shell sees its path. */
export const SourceId = z.string().min(1).max(64)
export type SourceId = z.infer<typeof SourceId>

/** An import as requested by a window. */
export const ImportOrder = ImportRequest.omit({ path: true, moved: true }).extend({
  sourceId: SourceId,
  /** Folders of the other program, and the corresponding folders of the library. */
  moved: z
    .array(z.object({ from: z.string().min(1).max(4096), folderId: FolderId }))
    .max(100)
    .default([]),
})
export type ImportOrder = z.infer<typeof ImportOrder>

/** An export of the library as requested by a window. */
export const LibraryExportOrder = LibraryExportRequest.omit({ path: true }).extend({ targetId: TargetId })
export type LibraryExportOrder = z.infer<typeof LibraryExportOrder>

/**
 * An import reads its source, compares its photos with the library, and changes photos; an export writes. The changes
 * are one entry of the history, which cannot be cancelled but undone.
 */
export const TransferStep = z.enum(['reading', 'comparing', 'changing', 'writing'])
export type TransferStep = z.infer<typeof TransferStep>

/** The progress of an import or export of the library. */
export const TransferProgress = z.object({
  jobId: JobId,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  step: TransferStep,
  /** Photos that the step has processed. */
  done: z.int(),
  /** Photos that the step has to process; null if unknown. */
  total: z.int().nullable(),
  /** Why it failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /**
   * The result of an import. `unmatched` names only some if there are many; their total is `photos` minus `matched`.
   */
  imported: ImportReport.nullable(),
  /** The result of an export. */
  exported: LibraryExportReport.nullable(),
})
export type TransferProgress = z.infer<typeof TransferProgress>
