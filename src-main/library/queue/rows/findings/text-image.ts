import { decodeHalves, encodeHalves } from '../../../../base/sqlite/vector-blob.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Finding } from './finding.ts'
import { type PhotoVector, readInPages } from './read-in-pages.ts'

/** Vectors for comparison with sentences, in `text_image_vectors`. A photo has one: that of the newest pair. */
export const textImage = {
  step: 'text-image',
  isFound: ({ textImage }) => textImage !== undefined,
  save: ({ db }, photoId, { textImage }) => {
    if (textImage === undefined) return
    db.prepare('INSERT OR REPLACE INTO text_image_vectors (photo_id, pair, vector) VALUES (?, ?, ?)').run(
      photoId,
      textImage.modelId,
      encodeHalves(textImage.vector),
    )
  },
} satisfies Finding

type Row = { id: number; vector: Buffer }

/** Every vector of a pair, by ascending photo id. */
export const readTextImageVectors = (db: Db, pair: string): Generator<PhotoVector> => {
  const select = db.prepare<[string, number, number], Row>(
    'SELECT photo_id AS id, vector FROM text_image_vectors WHERE pair = ? AND photo_id > ? ORDER BY photo_id LIMIT ?',
  )
  return readInPages((after, limit) => select.all(pair, after, limit), decodeHalves)
}
