import type { Db } from '../../../base/sqlite/connect.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type {
  EntryPicture,
  EntryRows,
  AdmitEntry,
  FoundIndex,
  IndexKey,
  IndexRow,
  Move,
  NewEntry,
  Traits,
} from '../port.ts'
import { columns, indexFinder } from './index-rows.ts'

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

/** Changes of entries, each in one transaction. */
class EntryChanges {
  readonly save: (key: IndexKey, entries: readonly NewEntry[], admit: AdmitEntry, at: number) => void
  readonly remove: (row: number, entryId: string) => boolean
  readonly move: (row: number, to: Move) => EntryPicture[]

  constructor(db: Db) {
    const steps = new Steps(db)
    this.save = db.transaction((key, entries, admit, at) => {
      for (const entry of entries) steps.save(key, entry, admit, at)
    })
    this.remove = db.transaction((row, entryId) => steps.remove(row, entryId))
    this.move = db.transaction((row, to) => steps.move(row, to))
  }
}

/** The steps of such changes, for use within a transaction. */
class Steps {
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Db) {
    this.#statements = prepare(db)
  }

  save(key: IndexKey, { entryId, vector, picture }: NewEntry, admit: AdmitEntry, at: number): void {
    const row = this.#statements.find(key) ?? this.#add(key, at)
    const traits = admit(row, row.isEmpty, vector)
    if (!areSame(traits, row)) this.#setTraits(row.id, traits)
    this.#put(row.id, entryId, vector, picture)
  }

  remove(row: number, entryId: string): boolean {
    const { byId, remove } = this.#statements
    if (byId.get(row) === undefined || remove.run(row, entryId).changes === 0) return false
    this.#note(row, entryId)
    return true
  }

  move(id: number, { model, vectors }: Move): EntryPicture[] {
    const { byId, pictures } = this.#statements
    const row = byId.get(id)
    if (row === undefined) return []
    const found = pictures.all(id).map((entry) => ({ ...entry, made: vectors.get(entry.entryId) }))
    const lacking = found.filter(({ picture, made }) => made === undefined || made.picture !== picture)
    if (lacking.length > 0) return lacking.map(({ entryId, picture }) => ({ entryId, picture }))
    for (const { entryId, picture, made } of found) this.#put(id, entryId, made!.vector, picture)
    const dimensions = found[0]?.made?.vector.length ?? row.dimensions
    this.#setTraits(id, { dimensions, model, featuresType: row.featuresType })
    return []
  }

  #add(key: IndexKey, at: number): FoundIndex {
    const { add, byId } = this.#statements
    return { ...byId.get(Number(add.run({ ...key, at }).lastInsertRowid))!, isEmpty: true }
  }

  #setTraits(id: number, traits: Traits): void {
    this.#statements.setTraits.run({ ...traits, id })
  }

  #put(row: number, entryId: string, vector: Float32Array, picture: string | null): void {
    this.#statements.put.run(row, entryId, encodeVector(vector), picture)
    this.#note(row, entryId)
  }

  /** Assigns the number of the index's latest change to an entry. */
  #note(row: number, entryId: string): void {
    const { nextChange, note } = this.#statements
    note.run(row, entryId, nextChange.get(row))
  }
}

const areSame = (a: Traits, b: Traits): boolean =>
  a.dimensions === b.dimensions && a.model === b.model && a.featuresType === b.featuresType

function prepare(db: Db) {
  return {
    find: indexFinder(db),
    byId: db.prepare<[number], IndexRow>(`SELECT ${columns} FROM indexes WHERE id = ?`),
    pictures: db.prepare<[number], EntryPicture>(
      'SELECT entry_id AS entryId, picture FROM entries WHERE index_row = ? ORDER BY id',
    ),
    add: db.prepare(
      'INSERT INTO indexes (owner, kind, categorizer_id, index_id, created_at) VALUES (@owner, @kind, @categorizerId, @indexId, @at)',
    ),
    setTraits: db.prepare(
      'UPDATE indexes SET dimensions = @dimensions, model = @model, features_type = @featuresType WHERE id = @id',
    ),
    put: db.prepare(
      'INSERT INTO entries (index_row, entry_id, vector, picture) VALUES (?, ?, ?, ?) ON CONFLICT (index_row, entry_id) DO UPDATE SET vector = excluded.vector, picture = excluded.picture',
    ),
    remove: db.prepare('DELETE FROM entries WHERE index_row = ? AND entry_id = ?'),
    nextChange: db
      .prepare<[number], number>('UPDATE indexes SET changes = changes + 1 WHERE id = ? RETURNING changes')
      .pluck(),
    note: db.prepare(
      'INSERT INTO alterations (index_row, entry_id, change) VALUES (?, ?, ?) ON CONFLICT (index_row, entry_id) DO UPDATE SET change = excluded.change',
    ),
  }
}
