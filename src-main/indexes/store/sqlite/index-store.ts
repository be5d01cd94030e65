import type { IndexStore } from '../port.ts'
import { entryRows } from './entry-rows.ts'
import { openEntryReader } from './entry-reader.ts'
import { indexRows } from './index-rows.ts'
import { databasePath, openIndexDb } from './open-index-db.ts'
import { ticketRows } from './ticket-rows.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/**
 * Opens the database of named indexes in a folder. Every call does its work before it returns its promise. Throws
 * `library-in-use`, `library-too-new` or `library-damaged`.
 */
export function openIndexStore(folder: string): IndexStore {
  const { db, close } = openIndexDb(folder)
  const sweep = sweeping(db)
  return {
    indexes: indexRows(db),
    entries: entryRows(db),
    tickets: ticketRows(db),
    read: async (indexRow) => openEntryReader(databasePath(folder), indexRow),
    sweep: async () => sweep(),
    close: async () => close(),
  }
}

/** Entries of removed indexes deleted at once: few enough not to be noticed. */
const SWEPT_AT_ONCE = 200

/** Deletes a few entries of a removed index at each call; false when nothing is left to delete. */
function sweeping(db: Db): () => boolean {
  const nextRemoved = db.prepare<[], number>('SELECT index_row FROM removed_indexes LIMIT 1').pluck()
  const sweepEntries = db.prepare(
    'DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE index_row = ? LIMIT ?)',
  )
  const sweepAlterations = db.prepare('DELETE FROM alterations WHERE index_row = ?')
  const forgetRemoved = db.prepare('DELETE FROM removed_indexes WHERE index_row = ?')
  const sweep = db.transaction((row: number) => {
    if (sweepEntries.run(row, SWEPT_AT_ONCE).changes > 0) return
    sweepAlterations.run(row)
    forgetRemoved.run(row)
  })
  return () => {
    const row = nextRemoved.get()
    if (row !== undefined) sweep(row)
    return row !== undefined
  }
}
