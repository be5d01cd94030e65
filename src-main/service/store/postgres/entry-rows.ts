import type { EntryPicture, EntryRows } from '../../../indexes/store/port.ts'
import { decodeVector } from '../../../sqlite/vector-blob.ts'
import type { Database, Query } from './database.ts'
import type { EntrySaver } from './entry-saver.ts'
import { moveEntries } from './move-entries.ts'

/** The entries of indexes, in PostgreSQL. */
export function entryRows(database: Database, saver: EntrySaver): EntryRows {
  const { query, repeat } = database
  return {
    save: (key, entries, admit, at) =>
      entries.length === 0 ? Promise.resolve() : saver.save({ key, entries, admit, at }),
    remove: async (indexRow, entryId) =>
      (await query<{ isGone: boolean }>('SELECT remove_entry($1, $2) AS "isGone"', [indexRow, entryId]))[0]!.isGone,
    move: (indexRow, to) => database.transaction((run) => moveEntries(run, indexRow, to)),
    has: async (indexRow, entryId) => (await readVector(repeat, indexRow, entryId)) !== null,
    vector: (indexRow, entryId) => readVector(repeat, indexRow, entryId),
    pictures: (indexRow) =>
      repeat<EntryPicture>(
        'SELECT entry_id AS "entryId", picture FROM entries WHERE index_row = $1 AND EXISTS (SELECT FROM indexes WHERE id = $1) ORDER BY id',
        [indexRow],
      ),
  }
}

async function readVector(query: Query, indexRow: number, entryId: string): Promise<Float32Array | null> {
  const [row] = await query<{ vector: Buffer }>(
    'SELECT e.vector FROM entries e JOIN indexes i ON i.id = e.index_row WHERE e.index_row = $1 AND e.entry_id = $2',
    [indexRow, entryId],
  )
  return row === undefined ? null : decodeVector(row.vector)
}
