import { decodeLists } from '../codecs/lists.ts'
import { forEachBit } from '../columns/bits.ts'
import type { ListColumn } from '../columns/column.ts'
import { PackedLists } from '../columns/packed-lists.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import { roomFor } from '../columns/room.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { denormalisedLists } from '../denormalised/denormalised-rows.ts'
import { tagList } from '../findings/tags.ts'
import { layPersonTags } from './person-tags.ts'
import type { Slot } from './read-columns.ts'

export type LoadedLists = Map<ListColumn, PackedLists>
type Row = readonly [id: number, data: Buffer]

/** Tags that a photo may get without its list being moved: two of a person's. */
const SPARE_TAGS = 2

/** Loads a list; those of the denormalised rows come together, in one pass. */
export function loadList(db: Db, columns: PhotoColumns, lists: LoadedLists, column: ListColumn): PackedLists {
  if (denormalisedLists.includes(column)) loadRows(db, columns, lists)
  else lists.set(column, readEach(db, columns, column))
  return listOf(lists, column)
}

/** Room for so many more values in each photo's list. */
export const spareOf = (list: ListColumn): number => (list === tagList ? SPARE_TAGS : 0)

/** Empty lists with room for those of all photos, `tags` being the values of the longest list. */
export function makeLists(columns: PhotoColumns, lists: LoadedLists, tags: number): void {
  for (const list of denormalisedLists) {
    const values = list === tagList ? roomFor(tags) : columns.slots * list.perPhoto
    lists.set(list, new PackedLists(columns.capacity, values, spareOf(list)))
  }
}

function loadRows(db: Db, columns: PhotoColumns, lists: LoadedLists): void {
  makeLists(columns, lists, db.prepare<[], number>('SELECT coalesce(sum(tag_count), 0) FROM packs').pluck().get() ?? 0)
  for (const [id, data] of db.prepare<[], Row>('SELECT photo_id, data FROM packs').raw().iterate()) {
    const { slot, isThere } = columns.find(id)
    if (isThere) putRow(lists, slot, data)
  }
  layPersonTags(db, columns, listOf(lists, tagList))
}

const listOf = (lists: LoadedLists, column: ListColumn) => lists.get(column) ?? new PackedLists(0, 0)

/** Puts the lists of a denormalised row where a photo is. */
export function putRow(lists: LoadedLists, slot: number, data: Buffer | null): void {
  const decoded = decodeLists(data, denormalisedLists.length)
  denormalisedLists.forEach((list, place) => {
    const values = decoded[place]
    if (values) lists.get(list)?.set(slot, values)
  })
}

function readEach(db: Db, columns: PhotoColumns, column: ListColumn): PackedLists {
  const lists = new PackedLists(columns.capacity, columns.slots * column.perPhoto)
  forEachBit(columns.live, (slot) => lists.set(slot, Uint32Array.from(column.read(db, columns.ids[slot] ?? 0))))
  return lists
}

/** Reads some photos' lists anew, those that are loaded. */
export function renewLists(db: Db, columns: PhotoColumns, lists: LoadedLists, photos: readonly Slot[]): void {
  if (denormalisedLists.some((list) => lists.has(list))) {
    const found = new Map(readRowsOf(db, photos))
    for (const { slot, id } of photos) putRow(lists, slot, found.get(id) ?? null)
    const ids = photos.map(({ id }) => id)
    layPersonTags(db, columns, listOf(lists, tagList), ids)
  }
  for (const [column, values] of lists)
    if (!denormalisedLists.includes(column))
      for (const { slot, id } of photos) values.set(slot, Uint32Array.from(column.read(db, id)))
}

const readRowsOf = (db: Db, photos: readonly Slot[]): Row[] =>
  db
    .prepare<[string], Row>('SELECT photo_id, data FROM packs WHERE photo_id IN (SELECT value FROM json_each(?))')
    .raw()
    .all(JSON.stringify(photos.map(({ id }) => id)))
