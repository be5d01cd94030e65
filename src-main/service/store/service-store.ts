import { accountRows } from './account-rows.ts'
import { callbackRows } from './callback-rows.ts'
import { jobRows } from './job-rows.ts'
import { openServiceDb } from './open-service-db.ts'
import { classifierRows } from './classifier-rows.ts'
import { uploadRows } from './upload-rows.ts'
import { usageRows } from './usage-rows.ts'

export type ServiceStore = ReturnType<typeof openServiceStore>

/**
 * Opens the service's database in a data folder; every call is synchronous. Several processes may have it open at once:
 * what only one may do is guarded by `takeServiceFolder`. Throws `library-too-new` or `library-damaged`.
 */
export function openServiceStore(folder: string) {
  const db = openServiceDb(folder)
  return {
    accounts: accountRows(db),
    usage: usageRows(db),
    uploads: uploadRows(db),
    callbacks: callbackRows(db),
    classifiers: classifierRows(db),
    jobs: jobRows(db),
    /** Runs changes in one transaction: all of them or none. */
    atomically: <T>(work: () => T): T => db.transaction(work)(),
    close: (): void => void db.close(),
  }
}
