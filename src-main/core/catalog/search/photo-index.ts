import type { Db } from '../database/connection.ts'
import {
  type Columns,
  COLUMN_SQL,
  type ColumnRow,
  findSlot,
  isLive,
  loadColumns,
  removeSlot,
  writeSlot,
} from './columns.ts'
import { readPack } from '../codecs/entries.ts'
import { createOrders, type Orders, type SortField } from './orders.ts'
import { createPackedLists, type PackedLists } from '../columns/packed-lists.ts'

type DenormalisedRow = [id: number, data: Buffer | null]
export type Lists = { tags: PackedLists; categories: PackedLists; colors: PackedLists }

/** Everything searches read, in memory; brought up to date with the catalogue when it is asked for. */
export type PhotoIndex = {
  columns: Columns
  orders: Orders
  /** Loaded when first needed: orders and most filters do without. */
  lists(): Lists
  /** Rises with every change that can alter an answer. */
  version: number
  textVersion: number
}

export type IndexKeeper = {
  current(): PhotoIndex
  isLoaded(): boolean
  photos(ids: Iterable<number>): void
  everything(): void
  text(): void
  names(): void
}

type Held = PhotoIndex & { loadedLists: Lists | null }

/**
 * Changes only note ids; the next question reads them anew, so that thousands of changes between two questions cost
 * once.
 */
export function createIndexKeeper(db: Db): IndexKeeper {
  const dirty = new Set<number>()
  let held: Held | null = null
  let isStale = false
  let version = 0
  let textVersion = 0

  function refresh(index: Held) {
    if (isStale || dirty.size > 1000 + index.columns.slots / 3) index = held = load(db)
    else if (dirty.size > 0)
      readAgain(
        db,
        index,
        [...dirty].sort((a, b) => a - b),
      )
    dirty.clear()
    isStale = false
    return Object.assign(index, { version, textVersion })
  }

  return {
    current: () => refresh((held ??= load(db))),
    isLoaded: () => held !== null,
    photos: (ids) => {
      for (const id of ids) if (held) dirty.add(id)
      version++
    },
    everything: () => {
      isStale = held !== null
      version++
    },
    text: () => {
      textVersion++
      version++
    },
    names: () => {
      held?.orders.forget('name')
      version++
    },
  }
}

function load(db: Db): Held {
  const columns = loadColumns(db)
  const index: Held = {
    columns,
    orders: createOrders(db, columns),
    loadedLists: null,
    lists: () => (index.loadedLists ??= loadLists(db, columns)),
    version: 0,
    textVersion: 0,
  }
  return index
}

const PACKS = 'SELECT photo_id, data FROM packs'

function loadLists(db: Db, columns: Columns): Lists {
  const tags = db.prepare<[], number>('SELECT coalesce(sum(tag_count), 0) FROM packs').pluck().get() ?? 0
  const make = (values: number) => createPackedLists(columns.ids.length, Math.ceil(values * 1.1))
  const lists = { tags: make(tags), categories: make(columns.slots * 3), colors: make(columns.slots * 5) }
  for (const row of db.prepare<[], DenormalisedRow>(PACKS).raw().iterate()) putPack(columns, lists, row)
  return lists
}

function putPack(columns: Columns, lists: Lists, [id, data]: DenormalisedRow) {
  const { slot, isThere } = findSlot(columns, id)
  if (!isThere) return
  const { tags, categories, colors } = readPack(numbersOf(data))
  lists.tags.set(slot, tags)
  lists.categories.set(slot, categories)
  lists.colors.set(slot, colors)
}

const NONE = new Uint32Array(0)

/** A blob as numbers; copied where its place in memory is not a multiple of four. */
function numbersOf(bytes: Buffer | null): Uint32Array {
  if (bytes === null) return NONE
  if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/** Ids come in rising order, so that new photos get rising slots. */
function readAgain(db: Db, index: Held, ids: readonly number[]) {
  const select = db.prepare<[number], ColumnRow>(`${COLUMN_SQL} WHERE p.id = ?`).raw()
  const selectPack = db.prepare<[number], DenormalisedRow>(`${PACKS} WHERE photo_id = ?`).raw()
  const { columns, orders, loadedLists } = index
  for (const id of ids) {
    const { slot, isThere } = findSlot(columns, id)
    const row = select.get(id)
    if (!row) {
      if (isThere) removeSlot(columns, slot)
      continue
    }
    const isNew = !isThere || !isLive(columns, slot)
    const before = isNew ? null : keyValues(columns, slot)
    writeSlot(columns, slot, row)
    forgetOrders(orders, before, keyValues(columns, slot))
    if (loadedLists) putPack(columns, loadedLists, selectPack.get(id) ?? [id, null])
  }
}

const sortable: readonly SortField[] = ['takenAt', 'addedAt', 'modifiedAt', 'size', 'rating']
const keyValues = ({ sortMs, addedMs, modifiedMs, bytes, rating }: Columns, slot: number) =>
  [sortMs, addedMs, modifiedMs, bytes, rating].map((column) => column[slot])

function forgetOrders(orders: Orders, before: readonly unknown[] | null, after: readonly unknown[]) {
  if (before === null) return orders.forget()
  sortable.forEach((by, index) => {
    if (before[index] !== after[index]) orders.forget(by)
  })
}
