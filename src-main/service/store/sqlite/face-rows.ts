import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import { MAX_FACES, type FaceStore, type StoredFace } from '../../ports/face-store.ts'

type FaceRow = { id: string; model: string; vector: Buffer | null; expires_ms: number }

/** Faces by the ids that accounts have received. */
export function faceRows(db: Db): FaceStore {
  const insert = db.prepare(`
    INSERT INTO faces (owner, id, model, vector, expires_ms, number)
    VALUES (@owner, @id, @model, @vector, @expiresMs,
      (SELECT coalesce(max(number), 0) + 1 FROM faces WHERE owner = @owner AND vector IS NOT NULL))
    ON CONFLICT (owner, id) DO UPDATE
    SET vector = excluded.vector, expires_ms = excluded.expires_ms, number = excluded.number`)
  const thin = db.prepare(
    'UPDATE faces SET vector = NULL WHERE owner = @owner AND vector IS NOT NULL AND number <= (SELECT number FROM faces WHERE owner = @owner AND vector IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET @most)',
  )
  const find = db.prepare<[string, string], FaceRow>(
    'SELECT id, model, vector, expires_ms FROM faces WHERE owner = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const expire = db.prepare('UPDATE faces SET vector = NULL WHERE expires_ms <= ? AND vector IS NOT NULL')
  const forget = db.prepare('DELETE FROM faces WHERE expires_ms < ?')
  const removeOwner = db.prepare('DELETE FROM faces WHERE owner = ?')
  return {
    keep: async (owner, faces, expiresMs) =>
      durably(db, () => {
        for (const { id, modelId: model, vector } of faces)
          insert.run({ owner, id, model, vector: encodeVector(vector), expiresMs })
        thin.run({ owner, most: MAX_FACES })
      }),
    find: async (owner, ids) => find.all(owner, JSON.stringify(ids)).map(readFace),
    sweep: async (now, before) =>
      db.transaction(() => {
        expire.run(now)
        forget.run(before)
      })(),
    removeOwner: async (owner) => void removeOwner.run(owner),
  }
}

const readFace = ({ id, model, vector, expires_ms }: FaceRow): StoredFace => ({
  id,
  modelId: model,
  vector: vector && decodeVector(vector),
  expiresMs: expires_ms,
})
