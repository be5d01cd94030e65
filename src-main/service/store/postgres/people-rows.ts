import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { PeopleIndex, PeopleStore, PeopleTotals, PersonCount, PersonFaces } from '../../ports/face-store.ts'
import type { Database, Query } from './database.ts'

type FaceRow = { id: string; modelId: string; vector: Buffer }

/** Indexes of people in PostgreSQL: added faces, and what recognition knows. */
export function peopleRows(database: Database): PeopleStore {
  const { repeat } = database
  return {
    add: ({ owner, indexId, now }, people, admit) =>
      database.transaction(async (query) => {
        await query("SELECT pg_advisory_xact_lock(hashtextextended('lumafold/people/' || $1, 0))", [owner])
        admit(await readTotals(query, owner, indexId))
        await query(
          `INSERT INTO people_indexes (owner, id, changes, created_ms) VALUES ($1, $2, 1, $3)
           ON CONFLICT (owner, id) DO UPDATE SET changes = people_indexes.changes + 1`,
          [owner, indexId, now],
        )
        await insertFaces(query, owner, indexId, people)
      }),
    find: async (owner, indexId) =>
      (
        await repeat<PeopleIndex>(
          'SELECT id, changes, trained_changes AS "trainedChanges", created_ms AS "createdMs", trained_ms AS "trainedMs" FROM people_indexes WHERE owner = $1 AND id = $2',
          [owner, indexId],
        )
      )[0],
    people: (owner, indexId) =>
      repeat<PersonCount>(
        `SELECT person AS name, count(*) AS faces,
           (SELECT coalesce(sum(t.faces), 0) FROM trained_people t
            WHERE t.owner = $1 AND t.index_id = $2 AND t.person = f.person) AS "trainedFaces"
         FROM people_faces f WHERE owner = $1 AND index_id = $2 GROUP BY person ORDER BY person COLLATE "C"`,
        [owner, indexId],
      ),
    facesOf: async (owner, indexId, name) =>
      (
        await repeat<FaceRow>(
          'SELECT face_id AS id, model AS "modelId", vector FROM people_faces WHERE owner = $1 AND index_id = $2 AND person = $3 ORDER BY model COLLATE "C", face_id COLLATE "C"',
          [owner, indexId, name],
        )
      ).map(({ vector, ...face }) => ({ ...face, vector: decodeVector(vector) })),
    ...trainedRows(database),
    ...removals(database),
  }
}

async function readTotals(query: Query, owner: string, indexId: string): Promise<PeopleTotals> {
  const [totals] = await query<{ indexes: number; hasIndex: boolean; faces: number }>(
    `SELECT (SELECT count(*) FROM people_indexes WHERE owner = $1) AS indexes,
       EXISTS (SELECT 1 FROM people_indexes WHERE owner = $1 AND id = $2) AS "hasIndex",
       (SELECT count(*) FROM people_faces WHERE owner = $1) AS faces`,
    [owner, indexId],
  )
  const people = await query<{ person: string; faces: number }>(
    'SELECT person, count(*) AS faces FROM people_faces WHERE owner = $1 AND index_id = $2 GROUP BY person',
    [owner, indexId],
  )
  return { ...totals!, facesOf: new Map(people.map(({ person, faces }) => [person, faces])) }
}

async function insertFaces(query: Query, owner: string, indexId: string, people: readonly PersonFaces[]) {
  const rows = people.flatMap(({ name, faces }) => faces.map((face) => ({ name, ...face })))
  await query(
    `INSERT INTO people_faces (owner, index_id, person, face_id, model, vector)
     SELECT $1, $2, f.person, f.id, f.model, f.vector
     FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[]) AS f (person, id, model, vector)
     ON CONFLICT DO NOTHING`,
    [
      owner,
      indexId,
      rows.map(({ name }) => name),
      rows.map(({ id }) => id),
      rows.map(({ modelId }) => modelId),
      rows.map(({ vector }) => encodeVector(vector)),
    ],
  )
}

function trainedRows(database: Database): Pick<PeopleStore, 'switchTo' | 'trained'> {
  return {
    switchTo: ({ owner, indexId, now, changes }, people) =>
      database.transaction(async (query) => {
        const marked = await query(
          `UPDATE people_indexes SET trained_changes = $3, trained_ms = $4
           WHERE owner = $1 AND id = $2 AND changes >= $3 AND coalesce(trained_changes, 0) <= $3 RETURNING id`,
          [owner, indexId, changes, now],
        )
        if (marked.length === 0) return false
        await query('DELETE FROM trained_people WHERE owner = $1 AND index_id = $2', [owner, indexId])
        await query(
          `INSERT INTO trained_people (owner, index_id, person, model, faces, mean)
           SELECT $1, $2, p.person, p.model, p.faces, p.mean
           FROM unnest($3::text[], $4::text[], $5::integer[], $6::bytea[]) AS p (person, model, faces, mean)
           WHERE EXISTS (SELECT 1 FROM people_faces f WHERE f.owner = $1 AND f.index_id = $2 AND f.person = p.person)`,
          [
            owner,
            indexId,
            people.map(({ name }) => name),
            people.map(({ modelId }) => modelId),
            people.map(({ faces }) => faces),
            people.map(({ mean }) => encodeVector(mean)),
          ],
        )
        return true
      }),
    trained: async (owner, indexId, modelId) =>
      (
        await database.repeat<{ name: string; mean: Buffer }>(
          'SELECT person AS name, mean FROM trained_people WHERE owner = $1 AND index_id = $2 AND model = $3',
          [owner, indexId, modelId],
        )
      ).map(({ name, mean }) => ({ name, mean: decodeVector(mean) })),
  }
}

/** Like a switch, each removal begins with the row of the index, so that what is removed meanwhile stays removed. */
function removals(database: Database): Pick<PeopleStore, 'removePerson' | 'removeIndex' | 'removeOwner'> {
  return {
    removePerson: (owner, indexId, name) =>
      database.transaction(async (query) => {
        const isThere = await query(
          `UPDATE people_indexes SET changes = changes + 1 WHERE owner = $1 AND id = $2
             AND EXISTS (SELECT 1 FROM people_faces WHERE owner = $1 AND index_id = $2 AND person = $3) RETURNING id`,
          [owner, indexId, name],
        )
        if (isThere.length === 0) return false
        for (const table of ['people_faces', 'trained_people'])
          await query(`DELETE FROM ${table} WHERE owner = $1 AND index_id = $2 AND person = $3`, [owner, indexId, name])
        return true
      }),
    removeIndex: async (owner, indexId) =>
      (await database.query('DELETE FROM people_indexes WHERE owner = $1 AND id = $2 RETURNING id', [owner, indexId]))
        .length > 0,
    removeOwner: async (owner) => void (await database.query('DELETE FROM people_indexes WHERE owner = $1', [owner])),
  }
}
