import type { SaliencyFeatures } from '../../../analysis/photo/findings.ts'
import type { Db } from '../database/connection.ts'

type Row = { width: number; height: number; map_columns: number; map_rows: number; map: Buffer; subjects: string }

/** What crops of a photo are computed from, or null before its croppings step was done. */
export function saliencyFeaturesOf(db: Db, photoId: number): SaliencyFeatures | null {
  const row = db.prepare<[number], Row>('SELECT * FROM crop_cues WHERE photo_id = ?').get(photoId)
  if (!row) return null
  const map = { columns: row.map_columns, rows: row.map_rows, values: new Uint8Array(row.map) }
  return {
    width: row.width,
    height: row.height,
    map,
    subjects: JSON.parse(row.subjects) as SaliencyFeatures['subjects'],
  }
}
