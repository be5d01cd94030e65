import type { EntryPicture, EntryRows, Move } from '../../../indexes/store/port.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { Database, Query } from './database.ts'
import type { EntrySaver } from './entry-saver.ts'

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

/** Number of vectors written by one statement: a few megabytes. */
const WRITTEN_AT_ONCE = 1000

/**
 * Gives every entry of an index the vector of another model, within a transaction. If some pictures lack a vector,
 * nothing changes and their entries are returned.
 */
async function moveEntries(query: Query, indexRow: number, { model, vectors }: Move): Promise<EntryPicture[]> {
  const index = await query('SELECT id FROM indexes WHERE id = $1 FOR NO KEY UPDATE', [indexRow])
  if (index.length === 0) return []
  const entries = await query<EntryPicture>(
    'SELECT entry_id AS "entryId", picture FROM entries WHERE index_row = $1 ORDER BY id',
    [indexRow],
  )
  const missing = entries.filter(({ entryId, picture }) => vectors.get(entryId)?.picture !== picture)
  if (missing.length > 0) return missing
  const ids = entries.map(({ entryId }) => entryId)
  for (let from = 0; from < ids.length; from += WRITTEN_AT_ONCE) {
    const some = ids.slice(from, from + WRITTEN_AT_ONCE)
    const values = some.map((id) => encodeVector(vectors.get(id)!.vector))
    await query(
      `UPDATE entries e SET vector = n.vector FROM unnest($2::text[], $3::bytea[]) AS n (entry_id, vector)
       WHERE e.index_row = $1 AND e.entry_id = n.entry_id`,
      [indexRow, some, values],
    )
  }
  const dimensions = ids.length === 0 ? null : vectors.get(ids[0]!)!.vector.length
  await query('UPDATE indexes SET model = $2, dimensions = coalesce($3, dimensions) WHERE id = $1', [
    indexRow,
    model,
    dimensions,
  ])
  if (ids.length > 0) await query('SELECT note_alterations($1, $2, 0)', [indexRow, ids])
  return []
}
