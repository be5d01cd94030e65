import type { SaliencyFeatures } from '../../../../analysis/photo/findings.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { cropFeatures, turnFeatures } from '../../../photos/rows/turns/turn-findings.ts'
import { turnSize } from '../../../../base/formats/exif/turn-box.ts'
import { turnOf } from '../../../photos/rows/turns/turn-of.ts'
import type { Finding } from './finding.ts'

/** The saliency features for crops of any size, in `crop_cues`, on the photo as turned by its file. */
export const croppings = {
  step: 'croppings',
  isFound: ({ saliencyFeatures }) => saliencyFeatures !== undefined,
  save: ({ db }, photoId, { saliencyFeatures }) => {
    if (saliencyFeatures) saveFeatures(db, photoId, saliencyFeatures)
  },
} satisfies Finding

/** Saves the saliency features, on the photo as turned by its file. */
export function saveFeatures(db: Db, photoId: number, { width, height, map, subjects }: SaliencyFeatures) {
  db.prepare(
    `INSERT OR REPLACE INTO crop_cues (photo_id, width, height, map_columns, map_rows, map, subjects)
     VALUES (@photoId, @width, @height, @columns, @rows, @values, @subjects)`,
  ).run({
    photoId,
    width,
    height,
    columns: map.columns,
    rows: map.rows,
    values: Buffer.from(map.values),
    subjects: JSON.stringify(subjects),
  })
}

type Row = { width: number; height: number; map_columns: number; map_rows: number; map: Buffer; subjects: string }

/** The saliency features of a photo as it is shown; null before its croppings step was done. */
export function saliencyFeaturesOf(db: Db, photoId: number): SaliencyFeatures | null {
  const features = readFeatures(db, photoId)
  const { turn, size, frame } = turnOf(db, photoId) ?? { turn: 1, size: { width: 0, height: 0 }, frame: null }
  if (features === null) return null
  const turned = turn === 1 ? features : turnFeatures(turn, features)
  return frame === null ? turned : cropFeatures(frame, turned, turnSize(turn, size))
}

/** On the photo as turned by its file. */
export function readFeatures(db: Db, photoId: number): SaliencyFeatures | null {
  const row = db.prepare<[number], Row>('SELECT * FROM crop_cues WHERE photo_id = ?').get(photoId)
  if (!row) return null
  const { width, height, map_columns: columns, map_rows: rows, map, subjects } = row
  return {
    width,
    height,
    map: { columns, rows, values: new Uint8Array(map) },
    subjects: JSON.parse(subjects) as SaliencyFeatures['subjects'],
  }
}
