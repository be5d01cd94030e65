import type { Db } from '../../../base/sqlite/connect.ts'
import type { Counts, FoundIndex, IndexKey, IndexRow, IndexRows, Trained } from '../port.ts'

export const columns = `id, owner, kind, categorizer_id AS categorizerId, index_id AS indexId, dimensions, model, features_type AS featuresType,
  changes, created_at AS createdAt, trained_at AS trainedAt, trained_entries AS trainedEntries, trained_model AS trainedModel, snapshot`

const counts = `(SELECT count(*) FROM entries WHERE index_row = indexes.id) AS entries,
  (SELECT count(*) FROM alterations WHERE index_row = indexes.id) AS pending`

/** The rows of indexes. */
export function indexRows(db: Db): IndexRows {
  const { find, byId, list, count, snapshots } = queries(db)
  const { snapshotOf, trainedOf, setTrained, settle, rename, drop, noteRemoved } = changes(db)
  const switchTo = db.transaction((id: number, trained: Trained) => {
    const present = trainedOf.get(id)
    if (present === undefined) return null
    const isLate = present.changes > trained.changes
    const unused = isLate ? trained.snapshot : present.snapshot
    const replaced = present.snapshot === trained.snapshot ? null : unused
    if (isLate) return { replaced }
    setTrained.run({ ...trained, id })
    settle.run({ id, changes: trained.changes })
    return { replaced }
  })
  const remove = db.transaction((id: number) => {
    const present = snapshotOf.get(id)
    if (present === undefined) return null
    drop.run(id)
    noteRemoved.run(id)
    return present
  })
  return {
    find: async (key) => find(key),
    recall: async (key) => find(key),
    byId: async (id) => byId.get(id),
    list: async (owner) => list.all(owner),
    counts: async (id) => count.get({ id })!,
    snapshots: async () => snapshots.all(),
    switchTo: async (id, trained) => switchTo(id, trained),
    rename: async (id, from, to) => rename.run(to, id, from).changes > 0,
    remove: async (id) => remove(id),
  }
}

/** Finds an index by its key. */
export function indexFinder(db: Db): (key: IndexKey) => FoundIndex | undefined {
  const find = db.prepare<[IndexKey], IndexRow & { isEmpty: number }>(
    `SELECT ${columns}, NOT EXISTS (SELECT 1 FROM entries WHERE index_row = indexes.id) AS isEmpty
     FROM indexes WHERE owner = @owner AND kind = @kind AND categorizer_id = @categorizerId AND index_id = @indexId`,
  )
  return (key) => {
    const row = find.get(key)
    return row && { ...row, isEmpty: row.isEmpty === 1 }
  }
}

function queries(db: Db) {
  return {
    find: indexFinder(db),
    byId: db.prepare<[number], IndexRow>(`SELECT ${columns} FROM indexes WHERE id = ?`),
    list: db.prepare<[string], IndexRow & Counts>(
      `SELECT ${columns}, ${counts} FROM indexes WHERE owner = ? ORDER BY kind, categorizer_id, index_id`,
    ),
    count: db.prepare<[{ id: number }], Counts>(
      `SELECT (SELECT count(*) FROM entries WHERE index_row = @id) AS entries,
         (SELECT count(*) FROM alterations WHERE index_row = @id) AS pending`,
    ),
    snapshots: db.prepare<[], { id: number; snapshot: string }>(
      'SELECT id, snapshot FROM indexes WHERE snapshot IS NOT NULL',
    ),
  }
}

function changes(db: Db) {
  return {
    snapshotOf: db.prepare<[number], { snapshot: string | null }>('SELECT snapshot FROM indexes WHERE id = ?'),
    trainedOf: db.prepare<[number], { snapshot: string | null; changes: number }>(
      'SELECT snapshot, trained_changes AS changes FROM indexes WHERE id = ?',
    ),
    setTrained: db.prepare(
      `UPDATE indexes SET snapshot = @snapshot, trained_model = @model, trained_entries = @entries, trained_at = @at,
         trained_changes = @changes WHERE id = @id`,
    ),
    settle: db.prepare('DELETE FROM alterations WHERE index_row = @id AND change <= @changes'),
    rename: db.prepare('UPDATE indexes SET snapshot = ? WHERE id = ? AND snapshot = ?'),
    drop: db.prepare('DELETE FROM indexes WHERE id = ?'),
    noteRemoved: db.prepare('INSERT INTO removed_indexes (index_row) VALUES (?)'),
  }
}
