/// <reference lib="esnext.float16" />
import type { Db } from '../database/connection.ts'

type Row = { id: number; vector: Buffer }
const PAGE = 2000

/** A float32 vector as bytes of the file. */
export const vectorBytes = (vector: Float32Array) =>
  Buffer.from(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength))

/**
 * Half precision keeps three digits of each value, more than an embedding means, at half the size. A photo has one
 * embedding: the newest.
 */
export function saveEmbedding(db: Db, photoId: number, { modelId, vector }: { modelId: string; vector: Float32Array }) {
  const model = db
    .prepare<[string], number>(
      'INSERT INTO embedding_models (model) VALUES (?) ON CONFLICT (model) DO UPDATE SET model = model RETURNING id',
    )
    .pluck()
    .get(modelId)
  db.prepare('INSERT OR REPLACE INTO embeddings (photo_id, model_id, vector) VALUES (?, ?, ?)').run(
    photoId,
    model,
    Buffer.from(new Float16Array(vector).buffer),
  )
}

export const embeddingModels = (db: Db) =>
  db
    .prepare<[], string>(
      'SELECT model FROM embedding_models m WHERE EXISTS (SELECT 1 FROM embeddings e WHERE e.model_id = m.id) ORDER BY id',
    )
    .pluck()
    .all()

/** Every embedding of a model. Read in pages, so that writes may happen between two of them. */
export function* readEmbeddings(db: Db, modelId: string) {
  const select = db.prepare<[string, number, number], Row>(
    `SELECT photo_id AS id, vector FROM embeddings WHERE model_id = (SELECT id FROM embedding_models WHERE model = ?) AND photo_id > ? ORDER BY photo_id LIMIT ?`,
  )
  for (const row of inPages((after, limit) => select.all(modelId, after, limit))) {
    yield { id: row.id, vector: readHalves(row.vector) }
  }
}

export function* readColorVectors(db: Db) {
  const select = db.prepare<[number, number], Row>(
    'SELECT photo_id AS id, vector FROM color_vectors WHERE photo_id > ? ORDER BY photo_id LIMIT ?',
  )
  for (const row of inPages((after, limit) => select.all(after, limit)))
    yield { id: row.id, vector: readVector(row.vector) }
}

function* inPages(read: (after: number, limit: number) => Row[]) {
  for (let page = read(0, PAGE); page.length > 0; page = page.length < PAGE ? [] : read(page.at(-1)?.id ?? 0, PAGE))
    yield* page
}

/** Small buffers share one block of memory at odd offsets; typed arrays need their own. */
const ownBuffer = (bytes: Buffer) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer

/** A vector kept in full precision. */
export const readVector = (bytes: Buffer) => new Float32Array(ownBuffer(bytes))
/** A vector kept in half precision. */
export const readHalves = (bytes: Buffer) => new Float32Array(new Float16Array(ownBuffer(bytes)))
