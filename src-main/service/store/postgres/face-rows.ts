import type { FaceVector } from '../../../analysis/faces/face-vector.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import { MAX_FACES, type FaceStore, type StoredFace } from '../../ports/face-store.ts'
import type { Database, Query } from './database.ts'

type FaceRow = { id: string; modelId: string; vector: Buffer | null; expiresMs: number }

/** Faces by the ids that accounts have received, in PostgreSQL. */
export function faceRows(database: Database): FaceStore {
  const { query, repeat } = database
  return {
    keep: (owner, faces, expiresMs) => database.transaction((inside) => keepFaces(inside, owner, faces, expiresMs)),
    find: async (owner, ids) =>
      (
        await repeat<FaceRow>(
          'SELECT id, model AS "modelId", vector, expires_ms AS "expiresMs" FROM faces WHERE owner = $1 AND id = ANY($2::text[])',
          [owner, ids],
        )
      ).map(readFace),
    sweep: async (now, before) => {
      await repeat('UPDATE faces SET vector = NULL WHERE expires_ms <= $1 AND vector IS NOT NULL', [now])
      await repeat('DELETE FROM faces WHERE expires_ms < $1', [before])
    },
    removeOwner: async (owner) => void (await query('DELETE FROM faces WHERE owner = $1', [owner])),
  }
}

/** Requests of one account run one after another, to avoid deadlocks between their rows. */
async function keepFaces(query: Query, owner: string, faces: readonly FaceVector[], expiresMs: number): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(hashtextextended('lumafold/faces/' || $1, 0))", [owner])
  const byId = [...new Map(faces.map((face) => [face.id, face])).values()]
  await query(
    `INSERT INTO faces (owner, id, model, vector, expires_ms, number)
           SELECT $1, f.id, f.model, f.vector, $2, nextval('faces_number')
           FROM unnest($3::text[], $4::text[], $5::bytea[]) AS f (id, model, vector)
           ON CONFLICT (owner, id) DO UPDATE
             SET vector = excluded.vector, expires_ms = excluded.expires_ms, number = excluded.number`,
    [
      owner,
      expiresMs,
      byId.map(({ id }) => id),
      byId.map(({ modelId }) => modelId),
      byId.map(({ vector }) => encodeVector(vector)),
    ],
  )
  await query(
    `UPDATE faces SET vector = NULL WHERE owner = $1 AND vector IS NOT NULL AND number <=
             (SELECT number FROM faces WHERE owner = $1 AND vector IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET $2)`,
    [owner, MAX_FACES],
  )
}

const readFace = ({ vector, ...face }: FaceRow): StoredFace => ({ ...face, vector: vector && decodeVector(vector) })
