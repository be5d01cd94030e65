import type { TransferJobs } from '../transfer-jobs.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type TransferHandlersDependencies = {
  transfers: Pick<TransferJobs, 'startImport' | 'startExport' | 'status' | 'cancel'>
}

/** Handlers of `transfer.*`. */
export function transferHandlers(os: LibraryImplementer, { transfers }: TransferHandlersDependencies) {
  return {
    startImport: os.transfer.startImport.handler(({ input }) => ({ jobId: transfers.startImport(input) })),
    startExport: os.transfer.startExport.handler(({ input }) => ({ jobId: transfers.startExport(input) })),
    status: os.transfer.status.handler(({ input }) => transfers.status(input.jobId)),
    cancel: os.transfer.cancel.handler(({ input }) => transfers.cancel(input.jobId)),
  }
}
