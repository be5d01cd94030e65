import type { Db } from './connect.ts'

/**
 * Lets other connections read a file that a process opened alone (see `orAlone`); does nothing if they already may.
 * SQLite leaves that mode only by way of another journal mode. Throws SQLite's error while the disk is still full; the
 * file then stays as it was.
 */
export function shareFile(db: Db): void {
  if (db.pragma('locking_mode', { simple: true }) !== 'exclusive') return
  db.pragma('journal_mode = DELETE')
  db.pragma('locking_mode = NORMAL')
  try {
    db.pragma('journal_mode = WAL')
  } catch (error) {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    throw error
  }
}
