import { encodeEntry, entryId } from '../../catalog/codecs/entries.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'
import type { PackedLists } from '../columns/packed-lists.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

type Row = readonly [photoId: number, tagId: number]
type EntryRow = readonly [photoId: number, confidence: number, isFromFile: 0 | 1]

const IN_IDS = 'photo_id IN (SELECT value FROM json_each(@ids))'

/**
 * Applies a person's changes of tags to the lists of tags that others gave: for all photos, or for those with the given
 * ids. Removed tags are hidden, whoever gave them.
 */
export function layPersonTags(db: Db, columns: PhotoColumns, tags: PackedLists, ids?: readonly number[]): void {
  const where = ids === undefined ? '' : ` WHERE ${IN_IDS}`
  const rows = (table: string) => {
    const select = db.prepare<object[], Row>(`SELECT photo_id, tag_id FROM ${table}${where}`).raw()
    return ids === undefined ? select.iterate() : select.iterate({ ids: JSON.stringify(ids) })
  }
  for (const [photoId, tagId] of rows('person_tags')) put(columns, tags, photoId, tagId, encodeEntry(tagId, null))
  for (const [photoId, tagId] of rows('removed_tags')) put(columns, tags, photoId, tagId, null)
}

/** Updates one tag of some photos. */
export function renewPersonTag(
  db: Db,
  columns: PhotoColumns,
  tags: PackedLists,
  { ids, tagId }: { ids: readonly number[]; tagId: number },
): void {
  const entries = readEntries(db, ids, tagId)
  for (const id of ids) put(columns, tags, id, tagId, entries.get(id) ?? null)
}

/** The entry of a tag for photos that show it; other sources are read only if the person did nothing. */
function readEntries(db: Db, ids: readonly number[], tagId: number): Map<number, number | null> {
  const entries = new Map<number, number | null>()
  const those = (table: string) =>
    db
      .prepare<[object], number>(`SELECT photo_id FROM ${table} WHERE ${IN_IDS} AND tag_id = @tagId`)
      .pluck()
      .all({ ids: JSON.stringify(ids), tagId })
  for (const id of those('person_tags')) entries.set(id, encodeEntry(tagId, null))
  for (const id of those('removed_tags')) entries.set(id, null)
  const others = ids.filter((id) => !entries.has(id))
  if (others.length === 0) return entries
  const given = db
    .prepare<[object], EntryRow>(
      `SELECT photo_id, max(confidence), max(source = @file) FROM photo_tags WHERE ${IN_IDS} AND tag_id = @tagId
       GROUP BY photo_id`,
    )
    .raw()
    .all({ ids: JSON.stringify(others), tagId, file: tagSource.number.file })
  for (const [id, confidence, isFromFile] of given) entries.set(id, encodeEntry(tagId, isFromFile ? null : confidence))
  return entries
}

function put(columns: PhotoColumns, tags: PackedLists, photoId: number, tagId: number, entry: number | null): void {
  const { slot, isThere } = columns.find(photoId)
  if (!isThere) return
  const place = findTag(tags, slot, tagId)
  if (entry === null) {
    if (place !== null) tags.removeAt(slot, place)
  } else if (place === null) tags.append(slot, entry)
  else tags.replaceAt(slot, place, entry)
}

/** The place of a tag in the list of a slot. */
function findTag(tags: PackedLists, slot: number, tagId: number): number | null {
  const data = tags.data()
  for (let place = tags.start(slot), end = tags.end(slot); place < end; place++)
    if (entryId(data[place] ?? 0) === tagId) return place
  return null
}
