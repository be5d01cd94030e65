import type {
  IndexStore,
  EntryPicture,
  EntryRows,
  AdmitEntry,
  FoundIndex,
  IndexKey,
  IndexRow,
  Move,
  NewEntry,
  Traits,
  EntryReader,
  ReadPlan,
  TicketCall,
  TicketEnd,
  TicketRow,
  TicketRows,
} from '../port.ts'
import { indexRows, columns, indexFinder } from './index-rows.ts'
import { databasePath, openIndexDb } from './open-index-db.ts'
import { type Db, connect } from '../../../base/sqlite/connect.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'

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

// Entries

/** The entries of indexes, and which of them changed since the last training. */
function entryRows(db: Db): EntryRows {
  const { has, vector, pictures } = entryQueries(db)
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

function entryQueries(db: Db) {
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

/** Opens a reader: its own connection, whose open transaction fixes the moment. */
function openEntryReader(path: string, indexRow: number): EntryReader {
  const db = connect(path, { readonly: true })
  db.exec('BEGIN')
  const plan = db
    .prepare<[number], Omit<ReadPlan, 'entries'>>('SELECT kind, dimensions, model, changes FROM indexes WHERE id = ?')
    .get(indexRow)
  const entries = db
    .prepare<[number], number>('SELECT count(*) FROM entries WHERE index_row = ?')
    .pluck()
    .get(indexRow)!
  const page = db.prepare<[number, number, number], { id: number; entryId: string; blob: Buffer }>(
    'SELECT id, entry_id AS entryId, vector AS blob FROM entries WHERE index_row = ? AND id > ? ORDER BY id LIMIT ?',
  )
  return {
    plan: plan === undefined ? null : { ...plan, entries },
    async *pages(rows) {
      let after = 0
      for (;;) {
        const found = page.all(indexRow, after, rows)
        if (found.length === 0) return
        after = found.at(-1)!.id
        yield found.map(({ entryId, blob }) => ({ entryId, vector: decodeVector(blob) }))
      }
    },
    close: async () => void db.close(),
  }
}

// Tickets

/** The tickets of trainings. */
function ticketRows(db: Db): TicketRows {
  const { find, unsettled, open, dueCallbacks } = ticketQueries(db)
  const { add, take, setProgress, finish, giveUp, markCalled, forget, removeOwner } = changes(db)
  const takeAll = db.transaction((indexRow: number) => {
    take.run(indexRow)
    return open.all(indexRow)
  })
  const setAll = db.transaction((ids: readonly string[], percent: number) => {
    for (const id of ids) setProgress.run({ id, percent })
  })
  const finishAll = db.transaction((ids: readonly string[], end: TicketEnd) => {
    for (const id of ids) finish.run({ ...end, id })
  })
  return {
    add: async ({ key, ...ticket }) => void add.run({ ...key, ...ticket }),
    find: async (id, owner) => find.get(id, owner),
    unsettled: async () => unsettled.all(),
    take: async (indexRow) => takeAll(indexRow),
    setProgress: async (ids, percent) => setAll(ids, percent),
    finish: async (ids, end) => finishAll(ids, end),
    giveUp: async (indexRow, end) => void giveUp.run({ ...end, indexRow }),
    dueCallbacks: async (indexRow) => dueCallbacks.all(indexRow),
    markCalled: async (id) => void markCalled.run(id),
    removeOwner: async (owner) => void removeOwner.run(owner),
    forgetBefore: async (time) => void forget.run(time),
  }
}

const isCallbackDue = 'finished_at IS NOT NULL AND callback_url IS NOT NULL'

function ticketQueries(db: Db) {
  return {
    find: db.prepare<[string, string], TicketRow>(
      `SELECT id, owner, kind, categorizer_id AS categorizerId, index_id AS indexId, created_at AS createdAt,
         finished_at AS finishedAt, state, progress, entries, text
       FROM tickets WHERE id = ? AND owner = ?`,
    ),
    unsettled: db
      .prepare<[], number>(
        `SELECT index_row FROM tickets WHERE finished_at IS NULL UNION SELECT index_row FROM tickets WHERE ${isCallbackDue}`,
      )
      .pluck(),
    open: db
      .prepare<[number], string>(
        'SELECT id FROM tickets WHERE index_row = ? AND finished_at IS NULL ORDER BY created_at, id',
      )
      .pluck(),
    dueCallbacks: db.prepare<[number], TicketCall>(
      `SELECT id AS ticketId, owner, callback_url AS url FROM tickets WHERE index_row = ? AND ${isCallbackDue}
       ORDER BY created_at, id`,
    ),
  }
}

function changes(db: Db) {
  return {
    add: db.prepare(
      `INSERT INTO tickets (id, owner, kind, categorizer_id, index_id, index_row, callback_url, created_at, state)
       VALUES (@id, @owner, @kind, @categorizerId, @indexId, @indexRow, @callbackUrl, @at, 'waiting')`,
    ),
    take: db.prepare("UPDATE tickets SET state = 'training' WHERE index_row = ? AND finished_at IS NULL"),
    setProgress: db.prepare(
      'UPDATE tickets SET progress = @percent WHERE id = @id AND finished_at IS NULL AND progress < @percent',
    ),
    finish: db.prepare(
      'UPDATE tickets SET state = @state, entries = @entries, text = @text, finished_at = @at WHERE id = @id AND finished_at IS NULL',
    ),
    giveUp: db.prepare(
      `UPDATE tickets SET state = @state, entries = @entries, text = @text, finished_at = @at
       WHERE index_row = @indexRow AND finished_at IS NULL AND state = 'training'`,
    ),
    markCalled: db.prepare('UPDATE tickets SET callback_url = NULL WHERE id = ?'),
    forget: db.prepare('DELETE FROM tickets WHERE finished_at < ?'),
    removeOwner: db.prepare('DELETE FROM tickets WHERE owner = ?'),
  }
}
