import type { ExportJobs } from '../export/export-jobs.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type ExportHandlersDependencies = {
  exports: Pick<ExportJobs, 'start' | 'cancel' | 'status' | 'names'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `export.*`. */
export function exportHandlers(os: LibraryImplementer, { exports, privacy }: ExportHandlersDependencies) {
  return {
    start: os.export.start.handler(({ input }) => {
      privacy.requireShown(input.photoIds)
      return { jobId: exports.start(input) }
    }),
    cancel: os.export.cancel.handler(({ input }) => exports.cancel(input.jobId)),
    status: os.export.status.handler(({ input }) => exports.status(input.jobId)),
    names: os.export.names.handler(({ input }) => {
      privacy.requireShown(input.photoIds)
      return exports.names(input)
    }),
  }
}
