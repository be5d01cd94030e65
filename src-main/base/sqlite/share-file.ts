import type { Db } from './connect.ts'

/**
 * Lets other connections read a file that was opened by a process that is alone (see `orAlone`); does nothing where
 * they may already. SQLite leaves that mode only by way of another journal. Throws what SQLite says while the disk is
 * still full; the file then stays as it was.
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
