import type { IndexStore } from '../../../indexes/store/port.ts'
import type { Database } from './database.ts'
import { openEntryReader } from './entry-reader.ts'
import { entryRows } from './entry-rows.ts'
import { EntrySaver } from './entry-saver.ts'
import { indexRows } from './index-rows.ts'
import { SeenIndexes } from './seen-indexes.ts'
import { ticketRows } from './ticket-rows.ts'

/** Entries of removed indexes deleted in one go, short enough not to be felt. */
const SWEPT_AT_ONCE = 500

/** Named indexes in PostgreSQL. The database is closed by whoever opened it. */
export function indexStore(database: Database): IndexStore {
  const seen = new SeenIndexes(database.repeat)
  return {
    indexes: indexRows(database, seen),
    entries: entryRows(database, new EntrySaver(database.query, seen)),
    tickets: ticketRows(database),
    read: (indexRow) => openEntryReader(database, indexRow),
    sweep: async () => {
      const [row] = await database.repeat<{ isMore: boolean }>('SELECT sweep_entries($1) AS "isMore"', [SWEPT_AT_ONCE])
      return row!.isMore
    },
    close: () => Promise.resolve(),
  }
}
