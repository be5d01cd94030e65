import type { Db } from './connect.ts'

/**
 * Runs changes whose commit is flushed to the disk before this returns, on a connection whose commits otherwise are not
 * (`synchronous = NORMAL`).
 */
export function durably<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = FULL')
  try {
    return db.transaction(work).immediate()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}
