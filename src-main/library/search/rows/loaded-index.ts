import { type Bits, clearBit, forEachBit, hasBit, makeBits } from '../columns/bits.ts'
import { setImmediate } from 'node:timers/promises'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { NumberColumn, TextColumn, ListColumn, NumberArray } from '../columns/column.ts'
import { type Concealment, nothingConcealed, conceal } from '../columns/concealment.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { IndexParts } from '../kept-index/kept-index.ts'
import { type SortField, Orders } from './orders.ts'
import { type LostRows, readAroundDamage } from './read-around-damage.ts'
import { AlbumLists } from '../../albums/rows/album-lists.ts'
import { type ListParts, PackedLists } from '../columns/packed-lists.ts'
import { type ColumnRow, PhotoColumns } from '../columns/photo-columns.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { removedColumn } from '../columns/removed-column.ts'
import { TextValues } from '../columns/text-values.ts'
import { denormalisedLists } from '../../catalog/denormalised/denormalised-rows.ts'
import { folderColumn } from '../filters/folder.ts'
import { categoryList } from '../../queue/rows/findings/categories.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { roomFor } from '../columns/room.ts'
import { decodeLists } from '../../catalog/codecs/lists.ts'
import { pickColumn } from '../filters/pick.ts'
import { stackColumn, topColumn } from '../../stacks/rows/stack-columns.ts'
import { isDamage } from '../../../base/sqlite/damage.ts'
import { encodeEntry, entryId } from '../../catalog/codecs/entries.ts'
import { tagSource } from '../../catalog/codecs/numbered.ts'

/** Photos read again at a time. */
const CHUNK = 1000

/** Everything that searches read of the catalogue, in memory. */
export class LoadedIndex implements PhotoIndex {
  readonly orders: Orders
  readonly albums: AlbumLists
  version = 0
  textVersion = 0
  /** Increases when a photo is added, or changes its stack or its place in it. */
  stackVersion = 0
  awayFolders: Bits | null = null
  readonly #db: Db
  readonly #columns: PhotoColumns
  #removedFolders: Bits | null = null
  #concealment: Concealment = nothingConcealed
  #sensitiveFrom: SensitiveFrom = 'nsfw'
  /** Null while they are unknown. */
  #present: Bits | null = null
  #visible: Bits | null = null
  /** Loaded when first needed: orders and most filters do without. */
  readonly #lists: LoadedLists = new Map()
  /** By the SQL of their columns. */
  readonly #texts = new Map<string, TextValues>()

  constructor(db: Db, columns: PhotoColumns) {
    this.#db = db
    this.#columns = columns
    this.orders = new Orders(db, this.#columns)
    this.albums = new AlbumLists(db)
  }

  /** Reads the numbers of all photos at once. */
  static load(db: Db, columns: readonly NumberColumn[], lost: LostRows): LoadedIndex {
    return new LoadedIndex(db, loadColumns(db, columns, lost))
  }

  /** The same with breaks for other work; photos that change in the meantime must be renewed afterwards. */
  static async loadInSlices(db: Db, columns: readonly NumberColumn[], lost: LostRows): Promise<LoadedIndex> {
    return new LoadedIndex(db, await loadColumnsInSlices(db, columns, lost))
  }

  /** An index that was kept. */
  static restore(db: Db, columns: readonly NumberColumn[], { numbers, lists, texts, orders }: IndexParts): LoadedIndex {
    const index = new LoadedIndex(db, new PhotoColumns(columns, numbers.ids.length, numbers))
    for (const [place, parts] of lists) {
      const list = denormalisedLists[place]
      if (list) index.#lists.set(list, new PackedLists(0, 0, spareOf(list), parts))
    }
    for (const [sql, parts] of texts) index.#texts.set(sql, new TextValues(0, parts))
    index.orders.adopt(orders)
    return index
  }

  /** Its loaded content, to be saved; the arrays are its own. */
  parts(): IndexParts {
    const { slots } = this
    const lists = [...this.#lists].map(([list, packed]): [number, ListParts] => [
      denormalisedLists.indexOf(list),
      packed.parts(slots),
    ])
    return {
      numbers: this.#columns.parts(),
      lists: lists.filter(([place]) => place >= 0),
      texts: [...this.#texts].map(([sql, texts]) => [sql, texts.parts(slots)]),
      orders: this.orders.parts(),
    }
  }

  /**
   * Loads what counting reads besides numbers, with breaks for other work; photos that change in the meantime must be
   * renewed afterwards.
   */
  async loadRest(texts: readonly TextColumn[], lost: LostRows): Promise<void> {
    if (!this.#lists.has(tagList)) await loadListsInSlices(this.#db, this.#columns, { into: this.#lists, lost })
    for (const column of texts)
      if (!this.#texts.has(column.sql))
        this.#texts.set(column.sql, await loadTextsInSlices(this.#db, this.#columns, { column, lost }))
  }

  /** Counts tags and categories of all photos, with breaks for other work; these counts follow every change. */
  async prepareTallies(minLevel: number): Promise<void> {
    for (const list of [tagList, categoryList]) await this.lists(list).prepareTally(minLevel, this.slots)
  }

  /** Creates an order, with breaks for other work if it takes long. */
  async loadOrder(by: SortField): Promise<void> {
    await this.orders.prepare(by)
  }

  get live(): Bits {
    return (this.#visible ??= this.#findVisible())
  }
  get present(): Bits {
    return (this.#present ??= this.#findPresent())
  }
  /** Whether there are photos that no search finds. */
  get hasHidden(): boolean {
    return this.live !== this.#columns.live
  }
  get ids(): Uint32Array {
    return this.#columns.ids
  }
  get slots(): number {
    return this.#columns.slots
  }

  noSlots(): Bits {
    return makeBits(this.#columns.capacity)
  }

  find(id: number) {
    return this.#columns.find(id)
  }

  values<Values extends NumberArray>(column: NumberColumn<Values>): Values {
    return this.#columns.values(column)
  }

  texts(column: TextColumn): TextValues {
    const texts = this.#texts.get(column.sql) ?? loadTexts(this.#db, this.#columns, column)
    this.#texts.set(column.sql, texts)
    return texts
  }

  lists(column: ListColumn): PackedLists {
    return this.#lists.get(column) ?? loadList(this.#db, this.#columns, this.#lists, column)
  }

  /** Hides the photos of some folders, a bit for each folder id. */
  hide(folders: Bits | null): void {
    if (folders !== this.#removedFolders) this.#forgetPresent()
    this.#removedFolders = folders
  }

  /** Hides photos of some kinds; `from` is the mildest sensitive verdict. */
  conceal(kinds: Concealment, sensitiveFrom: SensitiveFrom): void {
    if (kinds !== this.#concealment || sensitiveFrom !== this.#sensitiveFrom) this.#visible = null
    this.#concealment = kinds
    this.#sensitiveFrom = sensitiveFrom
  }

  /** Reads some photos again. Their ids are ascending, so that new photos get ascending slots. */
  renew(ids: readonly number[]): void {
    if (ids.length > 0) this.#forgetPresent()
    for (let from = 0; from < ids.length; from += CHUNK) this.#renewSome(ids.slice(from, from + CHUNK))
  }

  /** Updates one tag of some photos that did not change otherwise. */
  renewTag(ids: readonly number[], tagId: number): void {
    const tags = this.#lists.get(tagList)
    if (tags === undefined) return // It is read on first use.
    for (let from = 0; from < ids.length; from += CHUNK)
      renewPersonTag(this.#db, this.#columns, tags, { ids: ids.slice(from, from + CHUNK), tagId })
  }

  #forgetPresent(): void {
    this.#present = null
    this.#visible = null
  }

  #findVisible(): Bits {
    if (!Object.values(this.#concealment).some(Boolean)) return this.present
    const visible = this.present.slice()
    conceal(this.#columns, visible, this.#concealment, this.#sensitiveFrom)
    return visible
  }

  #findPresent(): Bits {
    const { live } = this.#columns
    const folders = this.#removedFolders
    const removed = this.values(removedColumn)
    if (folders === null && !removed.includes(1)) return live
    const folderOf = this.values(folderColumn)
    const present = live.slice()
    forEachBit(live, (slot) => {
      const isRemoved = removed[slot] === 1 || (folders !== null && hasBit(folders, folderOf[slot] ?? 0))
      if (isRemoved) clearBit(present, slot)
    })
    return present
  }

  #renewSome(ids: readonly number[]) {
    const rows = readRows(this.#db, this.#columns, ids)
    const photos = ids.flatMap((id) => this.#renewOne(id, rows.get(id)))
    renewLists(this.#db, this.#columns, this.#lists, photos)
    for (const [sql, texts] of this.#texts) renewTexts(this.#db, texts, { sql }, photos)
  }

  /** What folding reads of a photo. */
  #stackOf = (slot: number): string => columnsOfStacks.map((column) => this.#columns.values(column)[slot]).join()

  /** The photo's present folder; nothing if it is gone. */
  #renewOne(id: number, row: ColumnRow | undefined): Slot[] {
    const { slot, isThere } = this.#columns.find(id)
    if (row === undefined) {
      if (isThere) this.#columns.remove(slot)
      return []
    }
    const stackBefore = this.#stackOf(slot)
    const before = isThere && this.#columns.isLive(slot) ? this.orders.keys(slot) : null
    this.#columns.write(slot, row)
    if (before === null) this.orders.noteNew(slot)
    else this.orders.noteChanged(slot, before, this.orders.keys(slot))
    if (before === null || stackBefore !== this.#stackOf(slot)) this.stackVersion++
    return [{ slot, id }]
  }
}

/** Rows between two breaks for other work: some milliseconds. */
const SLICE = 1000

/**
 * Pages of a query that takes the id after which it begins, returns the id first, and ends with its order; damage hides
 * only the photos with it.
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

/** The columns of every photo; see `loadColumns`. Photos that change in the meantime may be read as before or after. */
async function loadColumnsInSlices(db: Db, list: readonly NumberColumn[], lost: LostRows): Promise<PhotoColumns> {
  const columns = new PhotoColumns(list, roomFor(countPhotos(db)))
  const sql = `${selectColumns(columns.columns)} WHERE p.id > +? ORDER BY p.id`
  for await (const page of pagesOf<ColumnRow>(db, sql, lost)) columns.writeMany(columns.slots, page)
  return columns
}

/** The denormalised lists of every photo that the columns have. */
async function loadListsInSlices(
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
async function loadTextsInSlices(
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

type LoadedLists = Map<ListColumn, PackedLists>
type PackRow = readonly [id: number, data: Buffer]

/** Tags that a photo may get without moving its list: two of a person's. */
const SPARE_TAGS = 2

/** Loads a list; those of the denormalised rows are loaded together, in one scan. */
function loadList(db: Db, columns: PhotoColumns, lists: LoadedLists, column: ListColumn): PackedLists {
  if (denormalisedLists.includes(column)) loadRows(db, columns, lists)
  else lists.set(column, readEach(db, columns, column))
  return listOf(lists, column)
}

/** Spare capacity of each photo's list. */
const spareOf = (list: ListColumn): number => (list === tagList ? SPARE_TAGS : 0)

/** Empty lists with room for those of all photos, `tags` being the values of the longest list. */
function makeLists(columns: PhotoColumns, lists: LoadedLists, tags: number): void {
  for (const list of denormalisedLists) {
    const values = list === tagList ? roomFor(tags) : columns.slots * list.perPhoto
    lists.set(list, new PackedLists(columns.capacity, values, spareOf(list)))
  }
}

function loadRows(db: Db, columns: PhotoColumns, lists: LoadedLists): void {
  makeLists(columns, lists, db.prepare<[], number>('SELECT coalesce(sum(tag_count), 0) FROM packs').pluck().get() ?? 0)
  for (const [id, data] of db.prepare<[], PackRow>('SELECT photo_id, data FROM packs').raw().iterate()) {
    const { slot, isThere } = columns.find(id)
    if (isThere) putRow(lists, slot, data)
  }
  layPersonTags(db, columns, listOf(lists, tagList))
}

const listOf = (lists: LoadedLists, column: ListColumn) => lists.get(column) ?? new PackedLists(0, 0)

/** Puts the lists of a denormalised row into a photo's slot. */
function putRow(lists: LoadedLists, slot: number, data: Buffer | null): void {
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

/** Reads some photos' lists again, if they are loaded. */
function renewLists(db: Db, columns: PhotoColumns, lists: LoadedLists, photos: readonly Slot[]): void {
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

const readRowsOf = (db: Db, photos: readonly Slot[]): PackRow[] =>
  db
    .prepare<[string], PackRow>('SELECT photo_id, data FROM packs WHERE photo_id IN (SELECT value FROM json_each(?))')
    .raw()
    .all(JSON.stringify(photos.map(({ id }) => id)))

/** What folding reads of every photo. */
export const columnsOfStacks: readonly NumberColumn[] = [stackColumn, topColumn, pickColumn]

// Numbers and texts of the catalogue

/** A photo and its place in the columns. */
type Slot = { slot: number; id: number }

type TextRow = { id: number; text: string | null }

const PHOTOS = 'FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1'
/** Rows that are written into the columns together. */
const ROWS_AT_ONCE = 250

const selectColumns = (columns: readonly NumberColumn[]) =>
  `SELECT ${['p.id', ...columns.map((column) => column.sql)].join(', ')} ${PHOTOS}`

/** Reads the columns of every photo, with room for some more. */
function loadColumns(db: Db, list: readonly NumberColumn[], lost: LostRows): PhotoColumns {
  const columns = new PhotoColumns(list, roomFor(countPhotos(db)))
  const sql = `${selectColumns(columns.columns)} WHERE p.id > ? ORDER BY p.id`
  const rows = readAroundDamage<ColumnRow>(db, sql, lost)
  let chunk: ColumnRow[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < ROWS_AT_ONCE) continue
    columns.writeMany(columns.slots, chunk)
    chunk = []
  }
  columns.writeMany(columns.slots, chunk)
  return columns
}

/** Only for the initial capacity. */
function countPhotos(db: Db): number {
  try {
    return db.prepare<[], number>('SELECT count(*) FROM photos').pluck().get() ?? 0
  } catch (error) {
    if (isDamage(error)) return 0
    throw error
  }
}

/** Reads some photos again; missing ones have no row. */
function readRows(db: Db, columns: PhotoColumns, ids: readonly number[]): Map<number, ColumnRow> {
  const rows = db
    .prepare<[string], ColumnRow>(`${selectColumns(columns.columns)} WHERE p.id IN (SELECT value FROM json_each(?))`)
    .raw()
    .all(JSON.stringify(ids))
  return new Map(rows.map((row) => [row[0], row]))
}

const selectText = (column: TextColumn) =>
  `SELECT p.id, ${column.sql} AS text ${PHOTOS} LEFT JOIN metadata m ON m.photo_id = p.id`

/** Reads a text of every photo. */
function loadTexts(db: Db, columns: PhotoColumns, column: TextColumn): TextValues {
  const texts = new TextValues(columns.capacity)
  for (const { id, text } of db.prepare<[], TextRow>(selectText(column)).iterate()) {
    const { slot, isThere } = columns.find(id)
    if (isThere) texts.set(slot, text ?? '')
  }
  return texts
}

/** Reads a text of some photos again. */
function renewTexts(db: Db, texts: TextValues, column: TextColumn, photos: readonly Slot[]): void {
  const rows = db
    .prepare<[string], TextRow>(`${selectText(column)} WHERE p.id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(photos.map(({ id }) => id)))
  const found = new Map(rows.map(({ id, text }) => [id, text]))
  for (const { slot, id } of photos) texts.set(slot, found.get(id) ?? '')
}

// Tags of a person, over those of others

type Row = readonly [photoId: number, tagId: number]
type EntryRow = readonly [photoId: number, confidence: number, isFromFile: 0 | 1]

const IN_IDS = 'photo_id IN (SELECT value FROM json_each(@ids))'

/**
 * Applies a person's changes of tags to the lists of tags that others gave: for all photos, or for those with the given
 * ids. Removed tags are hidden, whoever gave them.
 */
function layPersonTags(db: Db, columns: PhotoColumns, tags: PackedLists, ids?: readonly number[]): void {
  const where = ids === undefined ? '' : ` WHERE ${IN_IDS}`
  const rows = (table: string) => {
    const select = db.prepare<object[], Row>(`SELECT photo_id, tag_id FROM ${table}${where}`).raw()
    return ids === undefined ? select.iterate() : select.iterate({ ids: JSON.stringify(ids) })
  }
  for (const [photoId, tagId] of rows('person_tags')) put(columns, tags, photoId, tagId, encodeEntry(tagId, null))
  for (const [photoId, tagId] of rows('removed_tags')) put(columns, tags, photoId, tagId, null)
}

/** Updates one tag of some photos. */
function renewPersonTag(
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
