import type { ServiceStore } from '../../ports/service-store.ts'
import { accountRows } from './account-rows.ts'
import { batchRows } from './batch-rows.ts'
import { classifierRows } from './classifier-rows.ts'
import { faceRows } from './face-rows.ts'
import { faceTicketRows } from './face-ticket-rows.ts'
import { jobRows, type JobRows } from './job-rows.ts'
import { openServiceDb } from './open-service-db.ts'
import { peopleRows } from './people-rows.ts'
import { SqliteUsage } from './sqlite-usage.ts'
import { uploadRows } from './upload-rows.ts'

/** The store of a data folder, with its waiting jobs. */
export type SqliteStore = ServiceStore & { jobs: JobRows }

/**
 * Opens the service's database in a data folder. Every call is complete when it returns, although it returns a promise.
 * Several processes may have the database open; `takeServiceFolder` guards what only one may do, such as enforcing
 * plans. Throws `library-too-new` or `library-damaged`.
 *
 * @param now Milliseconds since 1970.
 */
export function openServiceStore(folder: string, now: () => number = Date.now): SqliteStore {
  const db = openServiceDb(folder)
  return {
    accounts: accountRows(db),
    usage: new SqliteUsage(db, now),
    uploads: uploadRows(db),
    classifiers: classifierRows(db),
    batches: batchRows(db),
    faces: faceRows(db),
    people: peopleRows(db),
    faceTickets: faceTicketRows(db),
    jobs: jobRows(db),
    close: async () => void db.close(),
  }
}
