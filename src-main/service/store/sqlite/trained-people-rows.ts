import type { Db } from '../../../sqlite/connect.ts'
import { durably } from '../../../sqlite/durably.ts'
import { decodeVector, encodeVector } from '../../../sqlite/vector-blob.ts'
import type { PeopleStore } from '../../ports/face-store.ts'

/** What recognition knows of people. `removeTrained` is for a transaction of the caller's: of someone, or of all. */
type TrainedPeopleRows = Pick<PeopleStore, 'switchTo' | 'trained'> & {
  removeTrained(owner: string, indexId: string, name?: string): void
}

export function trainedPeopleRows(db: Db): TrainedPeopleRows {
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
