import { z } from 'zod'
import { FolderId, JobId, TargetId } from './ids.ts'
import { ImportReport, ImportRequest, LibraryExportReport, LibraryExportRequest } from './travel.ts'
import { Text } from '../sentences/text.ts'

/** What a person chose to import from; only a shell sees its path. */
export const SourceId = z.string().min(1).max(64)
export type SourceId = z.infer<typeof SourceId>

/** An import as a window asks for it. */
export const ImportOrder = ImportRequest.omit({ path: true, moved: true }).extend({
  sourceId: SourceId,
  /** Folders of the other program, and which folders of the library they are. */
  moved: z
    .array(z.object({ from: z.string().min(1).max(4096), folderId: FolderId }))
    .max(100)
    .default([]),
})
export type ImportOrder = z.infer<typeof ImportOrder>

/** An export of the library as a window asks for it. */
export const LibraryExportOrder = LibraryExportRequest.omit({ path: true }).extend({ targetId: TargetId })
export type LibraryExportOrder = z.infer<typeof LibraryExportOrder>

/**
 * An import reads its source, compares its photos with the library, and changes photos; an export writes. Changing is
 * one change of the history, which is not called off but undone.
 */
export const TransferStep = z.enum(['reading', 'comparing', 'changing', 'writing'])
export type TransferStep = z.infer<typeof TransferStep>

/** How far an import or an export of the library is. */
export const TransferProgress = z.object({
  jobId: JobId,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  step: TransferStep,
  /** Photos that the step has done. */
  done: z.int(),
  /** Photos that it will have done; null while nobody knows. */
  total: z.int().nullable(),
  /** Why it failed, as a sentence; empty otherwise. */
  problem: Text.nullable(),
  /** What an import found and did. `unmatched` names some of many: all of them are `photos` less `matched`. */
  imported: ImportReport.nullable(),
  /** What an export wrote. */
  exported: LibraryExportReport.nullable(),
})
export type TransferProgress = z.infer<typeof TransferProgress>
