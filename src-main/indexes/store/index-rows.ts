import type { FeaturesType, IndexKind } from '../../contract/analysis/index.ts'
import type { Db } from '../../sqlite/connect.ts'

/** What names an index; `categorizerId` is empty for colours. */
export type IndexKey = { owner: string; kind: IndexKind; categorizerId: string; indexId: string }

/** What the vectors of an index are; null where not known yet. */
export type Traits = { dimensions: number | null; model: string | null; featuresType: FeaturesType | null }

/**
 * One index as stored. Times are milliseconds since 1970; `snapshot` is a file name, null before the first training.
 */
export type IndexRow = IndexKey &
  Traits & {
    id: number
    changes: number
    createdAt: number
    trainedAt: number | null
    trainedEntries: number
    /** The model of the snapshot's vectors; null where it is not known. */
    trainedModel: string | null
    snapshot: string | null
  }

/** What a training leaves: the new snapshot, and the last change that is in it. */
export type Trained = { snapshot: string; model: string | null; changes: number; entries: number; at: number }

const columns = `id, owner, kind, categorizer_id AS categorizerId, index_id AS indexId, dimensions, model, features_type AS featuresType,
  changes, created_at AS createdAt, trained_at AS trainedAt, trained_entries AS trainedEntries, trained_model AS trainedModel, snapshot`

/** The rows of indexes. */
export function indexRows(db: Db) {
  const { find, byId, list, snapshots } = queries(db)
  const { add, setTraits, setTrained, settle, drop, noteRemoved } = changes(db)
  const switchTo = db.transaction((id: number, trained: Trained): boolean => {
    if (setTrained.run({ ...trained, id }).changes === 0) return false
    settle.run({ id, changes: trained.changes })
    return true
  })
  const remove = db.transaction((id: number) => {
    drop.run(id)
    noteRemoved.run(id)
  })
  return {
    find: (key: IndexKey) => find.get(key),
    byId: (id: number) => byId.get(id),
    list: (owner: string) => list.all(owner),
    snapshots: () => snapshots.all(),
    add: (key: IndexKey, at: number): IndexRow => byId.get(Number(add.run({ ...key, at }).lastInsertRowid))!,
    setTraits: (id: number, traits: Traits) => void setTraits.run({ ...traits, id }),
    /** Switches to a new snapshot and settles the alterations in it; false where the index was removed meanwhile. */
    switchTo: (id: number, trained: Trained): boolean => switchTo(id, trained),
    /** Takes an index away at once; its entries go later, by `sweep`. */
    remove: (id: number): void => remove(id),
  }
}

function queries(db: Db) {
  return {
    find: db.prepare<[IndexKey], IndexRow>(
      `SELECT ${columns} FROM indexes WHERE owner = @owner AND kind = @kind AND categorizer_id = @categorizerId AND index_id = @indexId`,
    ),
    byId: db.prepare<[number], IndexRow>(`SELECT ${columns} FROM indexes WHERE id = ?`),
    list: db.prepare<[string], IndexRow>(
      `SELECT ${columns} FROM indexes WHERE owner = ? ORDER BY kind, categorizer_id, index_id`,
    ),
    snapshots: db.prepare<[], string>('SELECT snapshot FROM indexes WHERE snapshot IS NOT NULL').pluck(),
  }
}

function changes(db: Db) {
  return {
    add: db.prepare(
      'INSERT INTO indexes (owner, kind, categorizer_id, index_id, created_at) VALUES (@owner, @kind, @categorizerId, @indexId, @at)',
    ),
    setTraits: db.prepare(
      'UPDATE indexes SET dimensions = @dimensions, model = @model, features_type = @featuresType WHERE id = @id',
    ),
    setTrained: db.prepare(
      'UPDATE indexes SET snapshot = @snapshot, trained_model = @model, trained_entries = @entries, trained_at = @at WHERE id = @id',
    ),
    settle: db.prepare('DELETE FROM alterations WHERE index_row = @id AND change <= @changes'),
    drop: db.prepare('DELETE FROM indexes WHERE id = ?'),
    noteRemoved: db.prepare('INSERT INTO removed_indexes (index_row) VALUES (?)'),
  }
}
