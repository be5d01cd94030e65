import type { Db } from '../database/connection.ts'
import { readHalves } from '../codecs/vectors.ts'

type Row = { id: number; vector: Buffer }
const MODEL = '(SELECT id FROM embedding_models WHERE model = ?)'

/** Embeddings of some photos by a model. */
export function embeddingsOf(db: Db, photoIds: readonly number[], modelId: string): Map<number, Float32Array> {
  const one = db.prepare<[number, string], Row>(
    `SELECT photo_id AS id, vector FROM embeddings WHERE photo_id = ? AND model_id = ${MODEL}`,
  )
  return new Map(
    photoIds.flatMap((id) => {
      const row = one.get(id, modelId)
      return row ? [[row.id, readHalves(row.vector)] as const] : []
    }),
  )
}

/** Some embeddings, evenly by photo id: photos of one day have ids in a row, and one of many tells as much. */
export function embeddingSample(db: Db, modelId: string, limit: number): Float32Array[] {
  const count =
    db.prepare<[string], number>(`SELECT count(*) FROM embeddings WHERE model_id = ${MODEL}`).pluck().get(modelId) ?? 0
  const step = Math.max(1, Math.floor(count / limit))
  return db
    .prepare<[string, number, number], Buffer>(
      `SELECT vector FROM embeddings WHERE model_id = ${MODEL} AND photo_id % ? = 0 ORDER BY photo_id LIMIT ?`,
    )
    .pluck()
    .all(modelId, step, limit)
    .map(readHalves)
}
