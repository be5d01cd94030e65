import type { Db } from '../../../base/sqlite/connect.ts'
import { decodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { EntryPicture, EntryRows } from '../port.ts'
import { EntryChanges } from './entry-changes.ts'

/** The entries of indexes, and which of them changed since the last training. */
export function entryRows(db: Db): EntryRows {
  const { has, vector, pictures } = queries(db)
  const { save, remove, move } = new EntryChanges(db)
  return {
    save: async (key, entries, admit, at) => save(key, entries, admit, at),
    remove: async (row, entryId) => remove(row, entryId),
    move: async (row, to) => move(row, to),
    has: async (row, entryId) => has.get(row, entryId) !== undefined,
    async vector(row, entryId) {
      const blob = vector.get(row, entryId)
      return blob === undefined ? null : decodeVector(blob)
    },
    pictures: async (row) => pictures.all(row),
  }
}

// The entries of a removed index remain for a while, but do not count.
const ofIndex = 'FROM entries JOIN indexes ON indexes.id = entries.index_row WHERE index_row = ?'

function queries(db: Db) {
  return {
    has: db.prepare(`SELECT 1 ${ofIndex} AND entry_id = ?`).pluck(),
    vector: db.prepare<[number, string], Buffer>(`SELECT vector ${ofIndex} AND entry_id = ?`).pluck(),
    pictures: db.prepare<[number], EntryPicture>(`SELECT entry_id AS entryId, picture ${ofIndex} ORDER BY entries.id`),
  }
}
