import type { Color } from '../../../contract/analysis/color.ts'
import type { Db } from '../database/connection.ts'
import { packEntry } from '../search/entries.ts'

/** Certain tags, from the person or the file, rank above any confidence. */
const IS_PERSON_OR_FILE = 'pt.source IN (2, 3)'

/** Writes down a photo's visible tags in the form the search index loads; call inside the transaction that changed them. */
export function packTags(db: Db, photoId: number) {
  const rows = db
    .prepare<[number], { id: number; confidence: number; isCertain: number }>(
      `SELECT pt.tag_id AS id, max(pt.confidence) AS confidence, max(${IS_PERSON_OR_FILE}) AS isCertain FROM photo_tags pt
       WHERE pt.photo_id = ? AND NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = pt.photo_id AND r.tag_id = pt.tag_id)
       GROUP BY pt.tag_id`,
    )
    .all(photoId)
  savePack(db, 'tags', photoId, rows.map(row => packEntry(row.id, row.isCertain ? null : row.confidence)))
}

export function packCategories(db: Db, photoId: number, categories: readonly { id: number; confidence: number }[]) {
  savePack(db, 'categories', photoId, categories.map(({ id, confidence }) => packEntry(id, confidence)))
}

/** One number a colour: share in half percents, then red, green, blue. */
export function packColors(db: Db, photoId: number, colors: readonly Color[]) {
  savePack(db, 'colors', photoId, colors.map(({ r, g, b, percent }) => ((Math.floor(percent * 2 + 1e-6) << 24) | (r << 16) | (g << 8) | b) >>> 0))
}

function savePack(db: Db, column: 'tags' | 'categories' | 'colors', photoId: number, values: readonly number[]) {
  const bytes = Buffer.from(Uint32Array.from(values).buffer)
  db.prepare(`INSERT INTO packs (photo_id, ${column}) VALUES (?, ?) ON CONFLICT (photo_id) DO UPDATE SET ${column} = excluded.${column}`).run(photoId, bytes)
}
