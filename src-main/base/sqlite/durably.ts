import type { Db } from './connect.ts'

/**
 * Runs changes and flushes their commit to the disk before it returns, on a connection that otherwise does not flush
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
