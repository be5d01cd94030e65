import { encodeEntry, entryId } from '../codecs/entries.ts'
import { decodeLists, encodeLists } from '../codecs/lists.ts'
import { tagSource } from '../codecs/numbered.ts'
import type { ListColumn } from '../columns/column.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { categoryList } from '../findings/categories.ts'
import { colorList } from '../findings/colors.ts'
import { tagList } from '../findings/tags.ts'

/**
 * The lists that a photo's denormalised row (`packs`) holds, in their order there: the search index loads all photos'
 * rows in one pass. Another list here needs a migration that writes every row anew; a list that is not here is read
 * photo by photo.
 */
export const denormalisedLists: readonly ListColumn[] = [tagList, categoryList, colorList]

/** Writes a photo's row. Call it at the end of every transaction that changes one of the lists. */
export function renewDenormalisedRow(db: Db, photoId: number): void {
  const lists = denormalisedLists.map((list) => list.read(db, photoId))
  db.prepare('INSERT OR REPLACE INTO packs (photo_id, tag_count, data) VALUES (?, ?, ?)').run(
    photoId,
    lists[denormalisedLists.indexOf(tagList)]?.length ?? 0,
    Buffer.from(encodeLists(lists).buffer),
  )
}

type TagRow = readonly [id: number, confidence: number, isCertain: 0 | 1]
type DataRow = readonly [id: number, data: Buffer | null]

/**
 * Brings one tag of many photos up to date in their rows: a batch costs a tenth of what whole rows would. Call it at
 * the end of a transaction that gave, took, hid or showed that tag and changed nothing else of the lists.
 */
export function renewTag(db: Db, photoIds: readonly number[], tagId: number): void {
  const ids = JSON.stringify(photoIds)
  const shown = readShown(db, ids, tagId)
  const rows = db
    .prepare<[string], DataRow>('SELECT j.value, k.data FROM json_each(?) j LEFT JOIN packs k ON k.photo_id = j.value')
    .raw()
    .all(ids)
  const update = db.prepare('UPDATE packs SET tag_count = ?, data = ? WHERE photo_id = ?')
  for (const [id, data] of rows) {
    if (data === null) {
      renewDenormalisedRow(db, id)
      continue
    }
    const lists = decodeLists(data, denormalisedLists.length).map((list) => [...list])
    const tags = withEntry(lists[TAGS] ?? [], tagId, shown.get(id))
    lists[TAGS] = tags
    update.run(tags.length, Buffer.from(encodeLists(lists).buffer), id)
  }
}

const TAGS = denormalisedLists.indexOf(tagList)

/** The entry of one tag for the photos that show it. */
function readShown(db: Db, ids: string, tagId: number): Map<number, number> {
  const rows = db
    .prepare<[object], TagRow>(
      `SELECT pt.photo_id, max(pt.confidence), max(pt.source IN (@person, @file)) FROM photo_tags pt
       WHERE pt.photo_id IN (SELECT value FROM json_each(@ids)) AND pt.tag_id = @tagId
         AND NOT EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = pt.photo_id AND r.tag_id = pt.tag_id)
       GROUP BY pt.photo_id`,
    )
    .raw()
    .all({ ids, tagId, person: tagSource.number.person, file: tagSource.number.file })
  return new Map(rows.map(([id, confidence, isCertain]) => [id, encodeEntry(tagId, isCertain ? null : confidence)]))
}

/** Entries stand in the order of their tags' ids. */
function withEntry(entries: readonly number[], tagId: number, entry: number | undefined): number[] {
  const others = entries.filter((each) => entryId(each) !== tagId)
  if (entry === undefined) return others
  const place = others.findIndex((each) => entryId(each) > tagId)
  return place < 0 ? [...others, entry] : others.toSpliced(place, 0, entry)
}
