import { setImmediate } from 'node:timers/promises'
import type { ListColumn, NumberColumn, TextColumn } from '../columns/column.ts'
import type { PackedLists } from '../columns/packed-lists.ts'
import { type ColumnRow, PhotoColumns } from '../columns/photo-columns.ts'
import { roomFor } from '../columns/room.ts'
import { TextValues } from '../columns/text-values.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { denormalisedLists } from '../denormalised/denormalised-rows.ts'
import { tagList } from '../findings/tags.ts'
import { layPersonTags } from './person-tags.ts'
import { type LostRows, readAroundDamage } from './read-around-damage.ts'
import { countPhotos, selectColumns, selectText } from './read-columns.ts'
import { makeLists, putRow } from './read-lists.ts'

/** Rows between two breaks for other work: some milliseconds. */
const SLICE = 1000

/**
 * Pages of a query that takes the id after which it begins, gives the id first, and ends with its order; damage hides
 * the photos it lies in and no others.
 */
async function* pagesOf<Row extends readonly [number, ...unknown[]]>(db: Db, sql: string, lost: LostRows) {
  for (let after = 0; ;) {
    const page = [...readAroundDamage<Row>(db, `${sql} LIMIT ${SLICE}`, lost, after)]
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last[0]
    await setImmediate()
  }
}

/** The columns of every photo; see `loadColumns`. Photos that change meanwhile may be read as before or after. */
export async function loadColumnsInSlices(
  db: Db,
  list: readonly NumberColumn[],
  lost: LostRows,
): Promise<PhotoColumns> {
  const columns = new PhotoColumns(list, roomFor(countPhotos(db)))
  const sql = `${selectColumns(columns.columns)} WHERE p.id > +? ORDER BY p.id`
  for await (const page of pagesOf<ColumnRow>(db, sql, lost)) columns.writeMany(columns.slots, page)
  return columns
}

/** The denormalised lists of every photo that the columns have. */
export async function loadListsInSlices(
  db: Db,
  columns: PhotoColumns,
  { into, lost }: { into: Map<ListColumn, PackedLists>; lost: LostRows },
): Promise<void> {
  const lists = new Map<ListColumn, PackedLists>()
  makeLists(columns, lists, columns.slots * tagList.perPhoto)
  const sql = 'SELECT photo_id, data FROM packs WHERE photo_id > +? ORDER BY photo_id'
  for await (const page of pagesOf<readonly [number, Buffer]>(db, sql, lost))
    for (const [id, data] of page) {
      const { slot, isThere } = columns.find(id)
      if (isThere) putRow(lists, slot, data)
    }
  const tags = lists.get(tagList)
  if (tags) layPersonTags(db, columns, tags)
  for (const list of denormalisedLists) into.set(list, lists.get(list)!)
}

/** A text of every photo that the columns have. */
export async function loadTextsInSlices(
  db: Db,
  columns: PhotoColumns,
  { column, lost }: { column: TextColumn; lost: LostRows },
): Promise<TextValues> {
  const texts = new TextValues(columns.capacity)
  const sql = `${selectText(column)} WHERE p.id > +? ORDER BY p.id`
  for await (const page of pagesOf<readonly [number, string | null]>(db, sql, lost))
    for (const [id, text] of page) {
      const { slot, isThere } = columns.find(id)
      if (isThere) texts.set(slot, text ?? '')
    }
  return texts
}
