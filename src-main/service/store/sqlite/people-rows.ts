import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { PeopleIndex, PeopleStore, PeopleTotals, PersonCount } from '../../ports/face-store.ts'

type FaceRow = { face_id: string; model: string; vector: Buffer }

/** Indexes of people: added faces, and what recognition knows. Changes are on the disk when a call returns. */
export function peopleRows(db: Db): PeopleStore {
  const index = db.prepare<[string, string], PeopleIndex>(
    'SELECT id, changes, trained_changes AS trainedChanges, created_ms AS createdMs, trained_ms AS trainedMs FROM people_indexes WHERE owner = ? AND id = ?',
  )
  const makeIndex = db.prepare(
    'INSERT INTO people_indexes (owner, id, changes, created_ms) VALUES (@owner, @indexId, 1, @now) ON CONFLICT (owner, id) DO UPDATE SET changes = changes + 1',
  )
  const insert = db.prepare(
    'INSERT OR IGNORE INTO people_faces (owner, index_id, person, face_id, model, vector) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const facesOf = db.prepare<[string, string, string], FaceRow>(
    'SELECT face_id, model, vector FROM people_faces WHERE owner = ? AND index_id = ? AND person = ? ORDER BY model, face_id',
  )
  const people = db.prepare<{ owner: string; indexId: string }, PersonCount>(`
    SELECT person AS name, count(*) AS faces,
      (SELECT coalesce(sum(t.faces), 0) FROM trained_people t
       WHERE t.owner = @owner AND t.index_id = @indexId AND t.person = f.person) AS trainedFaces
    FROM people_faces f WHERE owner = @owner AND index_id = @indexId GROUP BY person ORDER BY person`)
  const totals = peopleTotals(db)
  const { removeTrained, ...trained } = trainedPeopleRows(db)
  const removal = removals(db, removeTrained)
  return {
    add: async ({ owner, indexId, now }, added, admit) =>
      durably(db, () => {
        admit(totals(owner, indexId))
        makeIndex.run({ owner, indexId, now })
        for (const { name, faces } of added)
          for (const { id, modelId, vector } of faces)
            insert.run(owner, indexId, name, id, modelId, encodeVector(vector))
      }),
    find: async (owner, indexId) => index.get(owner, indexId),
    people: async (owner, indexId) => people.all({ owner, indexId }),
    facesOf: async (owner, indexId, name) =>
      facesOf
        .all(owner, indexId, name)
        .map(({ face_id, model, vector }) => ({ id: face_id, modelId: model, vector: decodeVector(vector) })),
    ...trained,
    ...removal,
  }
}

type Removals = Pick<PeopleStore, 'removePerson' | 'removeIndex' | 'removeOwner'>

/** Removes people, including what recognition knows about them. */
function removals(db: Db, removeTrained: ReturnType<typeof trainedPeopleRows>['removeTrained']): Removals {
  const person = db.prepare('DELETE FROM people_faces WHERE owner = ? AND index_id = ? AND person = ?')
  const change = db.prepare('UPDATE people_indexes SET changes = changes + 1 WHERE owner = ? AND id = ?')
  const faces = db.prepare('DELETE FROM people_faces WHERE owner = ? AND index_id = ?')
  const index = db.prepare('DELETE FROM people_indexes WHERE owner = ? AND id = ?')
  const ofOwner = ['people_indexes', 'people_faces', 'trained_people'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE owner = ?`),
  )
  return {
    removePerson: async (owner, indexId, name) =>
      durably(db, () => {
        const isThere = person.run(owner, indexId, name).changes > 0
        removeTrained(owner, indexId, name)
        if (isThere) change.run(owner, indexId)
        return isThere
      }),
    removeIndex: async (owner, indexId) =>
      durably(db, () => {
        faces.run(owner, indexId)
        removeTrained(owner, indexId)
        return index.run(owner, indexId).changes > 0
      }),
    removeOwner: async (owner) =>
      db.transaction(() => {
        for (const statement of ofOwner) statement.run(owner)
      })(),
  }
}

/** An account's totals, read within the caller's transaction. */
function peopleTotals(db: Db): (owner: string, indexId: string) => PeopleTotals {
  const indexes = db.prepare<[string], string>('SELECT id FROM people_indexes WHERE owner = ?').pluck()
  const faces = db.prepare<[string], number>('SELECT count(*) FROM people_faces WHERE owner = ?').pluck()
  const ofPeople = db.prepare<[string, string], { person: string; faces: number }>(
    'SELECT person, count(*) AS faces FROM people_faces WHERE owner = ? AND index_id = ? GROUP BY person',
  )
  return (owner, indexId) => {
    const ids = indexes.all(owner)
    return {
      indexes: ids.length,
      hasIndex: ids.includes(indexId),
      faces: faces.get(owner) ?? 0,
      facesOf: new Map(ofPeople.all(owner, indexId).map((row) => [row.person, row.faces])),
    }
  }
}

/** What recognition knows about people. `removeTrained` removes one person or all, within the caller's transaction. */
type TrainedPeopleRows = Pick<PeopleStore, 'switchTo' | 'trained'> & {
  removeTrained(owner: string, indexId: string, name?: string): void
}

function trainedPeopleRows(db: Db): TrainedPeopleRows {
  const markTrained = db.prepare(
    'UPDATE people_indexes SET trained_changes = @changes, trained_ms = @now WHERE owner = @owner AND id = @indexId AND changes >= @changes AND coalesce(trained_changes, 0) <= @changes',
  )
  const insert = db.prepare(`
    INSERT INTO trained_people (owner, index_id, person, model, faces, mean)
    SELECT @owner, @indexId, @name, @modelId, @faces, @mean
    WHERE EXISTS (SELECT 1 FROM people_faces WHERE owner = @owner AND index_id = @indexId AND person = @name)`)
  const trained = db.prepare<[string, string, string], { person: string; mean: Buffer }>(
    'SELECT person, mean FROM trained_people WHERE owner = ? AND index_id = ? AND model = ?',
  )
  const removeOne = db.prepare('DELETE FROM trained_people WHERE owner = ? AND index_id = ? AND person = ?')
  const removeAll = db.prepare('DELETE FROM trained_people WHERE owner = ? AND index_id = ?')
  return {
    switchTo: async ({ owner, indexId, now, changes }, people) =>
      durably(db, () => {
        if (markTrained.run({ owner, indexId, now, changes }).changes === 0) return false
        removeAll.run(owner, indexId)
        for (const { name, modelId, faces, mean } of people)
          insert.run({ owner, indexId, name, modelId, faces, mean: encodeVector(mean) })
        return true
      }),
    trained: async (owner, indexId, modelId) =>
      trained.all(owner, indexId, modelId).map(({ person, mean }) => ({ name: person, mean: decodeVector(mean) })),
    removeTrained: (owner, indexId, name) =>
      void (name === undefined ? removeAll.run(owner, indexId) : removeOne.run(owner, indexId, name)),
  }
}
