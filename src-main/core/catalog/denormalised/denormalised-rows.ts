import type { Db } from '../database/connection.ts'
import { packColor, packEntry, writePack } from '../codecs/entries.ts'
import { readColors } from '../findings/colors.ts'

type TagRow = { id: number; confidence: number; isCertain: number }
type CategoryRow = { id: number; confidence: number }

/**
 * Writes down a photo's visible tags, categories and main colours in the form the search index loads. Call it at the
 * end of
 * every transaction that changes one of them.
 */
export function renewPack(db: Db, photoId: number) {
  const tags = db
    .prepare<[number], TagRow>(
      `SELECT pt.tag_id AS id, max(pt.confidence) AS confidence, max(pt.source IN (2, 3)) AS isCertain FROM photo_tags pt
       WHERE pt.photo_id = ? AND NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = pt.photo_id AND r.tag_id = pt.tag_id)
       GROUP BY pt.tag_id`,
    )
    .all(photoId)
  const categories = db
    .prepare<[number], CategoryRow>('SELECT category_id AS id, confidence FROM photo_categories WHERE photo_id = ?')
    .all(photoId)
  const colors = db.prepare<[number], string>('SELECT data FROM colors WHERE photo_id = ?').pluck().get(photoId)
  const pack = writePack({
    tags: tags.map(({ id, confidence, isCertain }) => packEntry(id, isCertain ? null : confidence)),
    categories: categories.map(({ id, confidence }) => packEntry(id, confidence)),
    colors: colors === undefined ? [] : readColors(colors).image_colors.map(packColor),
  })
  db.prepare('INSERT OR REPLACE INTO packs (photo_id, tag_count, data) VALUES (?, ?, ?)').run(
    photoId,
    tags.length,
    Buffer.from(pack.buffer),
  )
}
