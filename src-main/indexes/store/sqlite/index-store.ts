import type { IndexStore } from '../port.ts'
import { entryRows } from './entry-rows.ts'
import { openEntryReader } from './entry-reader.ts'
import { indexRows } from './index-rows.ts'
import { databasePath, openIndexDb } from './open-index-db.ts'
import { sweeping } from './sweeping.ts'
import { ticketRows } from './ticket-rows.ts'

/**
 * Opens the database of named indexes in a folder. Every call is done when it returns; only what it gives is a promise.
 * Throws `library-in-use`, `library-too-new` or `library-damaged`.
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
