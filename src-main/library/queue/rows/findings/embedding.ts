import type { Findings } from '../../../../analysis/photo/findings.ts'
import { decodeHalves, encodeHalves } from '../../../../base/sqlite/vector-blob.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Finding } from './finding.ts'
import { type PhotoVector, readInPages } from './read-in-pages.ts'

/** A photo's content as a vector, in `embeddings`. A photo has one: the newest. */
export const embedding = {
  step: 'embedding',
  isFound: ({ embedding }) => embedding !== undefined,
  save: ({ db }, photoId, { embedding }) => {
    if (embedding) saveEmbedding(db, photoId, embedding)
  },
} satisfies Finding

function saveEmbedding(db: Db, photoId: number, { modelId, vector }: NonNullable<Findings['embedding']>) {
  const model = db
    .prepare<[string], number>(
      'INSERT INTO embedding_models (model) VALUES (?) ON CONFLICT (model) DO UPDATE SET model = model RETURNING id',
    )
    .pluck()
    .get(modelId)
  db.prepare('INSERT OR REPLACE INTO embeddings (photo_id, model_id, vector) VALUES (?, ?, ?)').run(
    photoId,
    model,
    encodeHalves(vector),
  )
}

/** Models of which the library holds an embedding. */
export const embeddingModels = (db: Db): string[] =>
  db
    .prepare<[], string>(
      'SELECT model FROM embedding_models m WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.model_id = m.id) ORDER BY id',
    )
    .pluck()
    .all()

type Row = { id: number; vector: Buffer }
const MODEL = '(SELECT id FROM embedding_models WHERE model = ?)'

/** Every embedding of a model, by ascending photo id. */
export const readEmbeddings = (db: Db, modelId: string): Generator<PhotoVector> => {
  const select = db.prepare<[string, number, number], Row>(
    `SELECT photo_id AS id, vector FROM embeddings WHERE model_id = ${MODEL} AND photo_id > ? ORDER BY photo_id LIMIT ?`,
  )
  return readInPages((after, limit) => select.all(modelId, after, limit), decodeHalves)
}

/** A fast reader for a photo's embedding by a model; undefined if there is none. */
export function embeddingReader(db: Db, modelId: string): (photoId: number) => Float32Array | undefined {
  const one = db
    .prepare<[number, string], Buffer>(`SELECT vector FROM embeddings WHERE photo_id = ? AND model_id = ${MODEL}`)
    .pluck()
  return (photoId) => {
    const vector = one.get(photoId, modelId)
    return vector && decodeHalves(vector)
  }
}

/** Embeddings of some photos by a model; photos without one are left out. */
export function embeddingsOf(db: Db, photoIds: readonly number[], modelId: string): Map<number, Float32Array> {
  const one = db.prepare<[number, string], Row>(
    `SELECT photo_id AS id, vector FROM embeddings WHERE photo_id = ? AND model_id = ${MODEL}`,
  )
  const rows = photoIds.flatMap((id) => one.get(id, modelId) ?? [])
  return new Map(rows.map(({ id, vector }) => [id, decodeHalves(vector)]))
}

/** Some embeddings, spread evenly by photo id: photos of one day have consecutive ids, and one of them is enough. */
export function sampleEmbeddings(db: Db, modelId: string, limit: number): Float32Array[] {
  const count =
    db.prepare<[string], number>(`SELECT count(*) FROM embeddings WHERE model_id = ${MODEL}`).pluck().get(modelId) ?? 0
  const step = Math.max(1, Math.floor(count / limit))
  return db
    .prepare<[string, number, number], Buffer>(
      `SELECT vector FROM embeddings WHERE model_id = ${MODEL} AND photo_id % ? = 0 ORDER BY photo_id LIMIT ?`,
    )
    .pluck()
    .all(modelId, step, limit)
    .map(decodeHalves)
}
