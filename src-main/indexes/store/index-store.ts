import { entryRows } from './entry-rows.ts'
import { openEntryReader, type EntryReader } from './entry-reader.ts'
import { indexRows } from './index-rows.ts'
import { databasePath, openIndexDb } from './open-index-db.ts'
import { ticketRows } from './ticket-rows.ts'

/** Entries of removed indexes deleted in one go, short enough not to be felt. */
const SWEPT_AT_ONCE = 200

export type IndexStore = ReturnType<typeof openIndexStore>

/**
 * Opens the database of named indexes in a folder; every call is synchronous and each change is on disk when it
 * returns.
 */
export function openIndexStore(folder: string) {
  const { db, close } = openIndexDb(folder)
  const nextRemoved = db.prepare<[], number>('SELECT index_row FROM removed_indexes LIMIT 1').pluck()
  const sweepEntries = db.prepare(
    'DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE index_row = ? LIMIT ?)',
  )
  const sweepAlterations = db.prepare('DELETE FROM alterations WHERE index_row = ?')
  const forgetRemoved = db.prepare('DELETE FROM removed_indexes WHERE index_row = ?')
  const sweep = (row: number) => {
    if (sweepEntries.run(row, SWEPT_AT_ONCE).changes > 0) return
    sweepAlterations.run(row)
    forgetRemoved.run(row)
  }
  return {
    indexes: indexRows(db),
    entries: entryRows(db),
    tickets: ticketRows(db),
    /** Runs changes in one transaction: all of them or none. */
    atomically: <T>(work: () => T): T => db.transaction(work)(),
    read: (indexRow: number): EntryReader => openEntryReader(databasePath(folder), indexRow),
    /** Deletes a few entries of a removed index; false when there is nothing left to delete. */
    sweep: (): boolean => {
      const row = nextRemoved.get()
      if (row !== undefined) db.transaction(sweep)(row)
      return row !== undefined
    },
    close,
  }
}
