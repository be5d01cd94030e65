import type { Db } from '../../sqlite/connect.ts'
import { decodeVector, encodeVector } from '../../sqlite/vector-blob.ts'

/** An entry and what names the bytes of its picture. */
export type EntryPicture = { entryId: string; picture: string | null }

/** The entries of indexes, and which of them changed since the last training. */
export function entryRows(db: Db) {
  const { has, vector, count, any, pending, pictures } = queries(db)
  const { put, remove, note } = changes(db)
  const save = db.transaction((row: number, entryId: string, values: Float32Array, picture: string | null) => {
    put.run(row, entryId, encodeVector(values), picture)
    note(row, entryId)
  })
  const take = db.transaction((row: number, entryId: string): boolean => {
    if (remove.run(row, entryId).changes === 0) return false
    note(row, entryId)
    return true
  })
  return {
    has: (row: number, entryId: string): boolean => has.get(row, entryId) !== undefined,
    vector(row: number, entryId: string): Float32Array | null {
      const blob = vector.get(row, entryId)
      return blob === undefined ? null : decodeVector(blob)
    },
    count: (row: number): number => count.get(row)!,
    isEmpty: (row: number): boolean => any.get(row) === 0,
    /** How many entries changed since the last training. */
    pending: (row: number): number => pending.get(row)!,
    put: (row: number, entryId: string, values: Float32Array, picture: string | null = null): void =>
      save(row, entryId, values, picture),
    /** Every entry with what names its picture, null where that is not known. */
    pictures: (row: number): EntryPicture[] => pictures.all(row),
    /** False where there is no such entry. */
    remove: (row: number, entryId: string): boolean => take(row, entryId),
  }
}

function queries(db: Db) {
  const vectorOf = 'SELECT vector FROM entries WHERE index_row = ? AND entry_id = ?'
  return {
    has: db.prepare('SELECT 1 FROM entries WHERE index_row = ? AND entry_id = ?').pluck(),
    vector: db.prepare<[number, string], Buffer>(vectorOf).pluck(),
    count: db.prepare<[number], number>('SELECT count(*) FROM entries WHERE index_row = ?').pluck(),
    any: db.prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM entries WHERE index_row = ?)').pluck(),
    pictures: db.prepare<[number], EntryPicture>(
      'SELECT entry_id AS entryId, picture FROM entries WHERE index_row = ? ORDER BY id',
    ),
    pending: db.prepare<[number], number>('SELECT count(*) FROM alterations WHERE index_row = ?').pluck(),
  }
}

/** Changes of entries; `note` gives an entry the number of the index's latest change. */
function changes(db: Db) {
  const nextChange = db
    .prepare<[number], number>('UPDATE indexes SET changes = changes + 1 WHERE id = ? RETURNING changes')
    .pluck()
  const note = db.prepare(
    'INSERT INTO alterations (index_row, entry_id, change) VALUES (?, ?, ?) ON CONFLICT (index_row, entry_id) DO UPDATE SET change = excluded.change',
  )
  return {
    put: db.prepare(
      'INSERT INTO entries (index_row, entry_id, vector, picture) VALUES (?, ?, ?, ?) ON CONFLICT (index_row, entry_id) DO UPDATE SET vector = excluded.vector, picture = excluded.picture',
    ),
    remove: db.prepare('DELETE FROM entries WHERE index_row = ? AND entry_id = ?'),
    note: (row: number, entryId: string) => void note.run(row, entryId, nextChange.get(row)),
  }
}
