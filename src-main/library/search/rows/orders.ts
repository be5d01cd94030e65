import type { PhotoQuery, DayCount } from '../../../contract/library/query.ts'
import { bytesColumn } from '../columns/bytes-column.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { takenDay, NO_DAY } from '../filters/date.ts'
import { ratingColumn } from '../filters/rating.ts'
import { orderByNumber, orderByNumberInSlices } from './order-by-number.ts'
import { setImmediate } from 'node:timers/promises'
import { type Bits, countBits, hasBit } from '../columns/bits.ts'
import { countNumbers } from '../filters/numbers.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { bestFirst, type Ranks } from './rank-matches.ts'

/** Fields that need no search: all but `match` and `album`. */
export type SortField = Exclude<PhotoQuery['sort']['by'], 'match' | 'album'>

/** Sort fields apart from names, which SQLite keeps in order. */
const sortColumns: Readonly<Record<Exclude<SortField, 'name'>, NumberColumn>> = {
  takenAt: numberColumn('p.sort_ms', Float64Array),
  addedAt: numberColumn('p.added_ms', Float64Array),
  modifiedAt: numberColumn('f.modified_ms', Float64Array),
  size: bytesColumn,
  rating: ratingColumn,
}

export const columnsOfOrders: readonly NumberColumn[] = Object.values(sortColumns)

const fields = Object.keys(sortColumns) as (keyof typeof sortColumns)[]

/** If a larger share of photos changed, the order is created again. */
const MAX_MOVED = 1 / 8
/** The same for names, which are compared by SQLite. */
const MAX_NAMED = 300
/** An order that changes while it is created is created without breaks after this many tries. */
const MAX_TRIES = 3

/**
 * Slots in ascending order of a field, equal ones by id. An order is cached, and new or changed photos are merged in at
 * the next use.
 */
export class Orders {
  readonly #db: Db
  readonly #columns: PhotoColumns
  readonly #kept = new Map<SortField, Uint32Array>()
  readonly #versions = new Map<SortField, number>()
  readonly #moved = new Map<SortField, Set<number>>()
  /** Increases when names change. */
  #nameVersion = 0

  constructor(db: Db, columns: PhotoColumns) {
    this.#db = db
    this.#columns = columns
  }

  /** The orders that are made and up to date. */
  parts(): [SortField, Uint32Array][] {
    return [...this.#kept].filter(([by]) => !this.#moved.has(by))
  }

  /** Takes over saved orders. */
  adopt(orders: Iterable<readonly [SortField, Uint32Array]>): void {
    for (const [by, slots] of orders) this.#kept.set(by, slots)
  }

  slots(by: SortField): Uint32Array {
    const kept = this.#kept.get(by)
    const moved = this.#moved.get(by)
    if (kept !== undefined && moved === undefined) return kept
    const order = kept && this.#isMergeable(by, kept) ? this.#merge(by, kept, moved ?? new Set()) : this.#order(by)
    this.#kept.set(by, order)
    this.#moved.delete(by)
    return order
  }

  /** Makes an order with breaks for other work. */
  async prepare(by: SortField): Promise<void> {
    for (let tries = 0; !this.#isReady(by) && tries < MAX_TRIES; tries++) {
      const order = await (by === 'name' ? this.#namesInSlices() : this.#numbersInSlices(by))
      if (order === null) continue
      this.#kept.set(by, order)
      this.#moved.delete(by)
    }
  }

  /** Null if names changed in the meantime. */
  #namesInSlices(): Promise<Uint32Array | null> {
    const version = ++this.#nameVersion
    return orderByNameInSlices(this.#db, this.#columns, () => version === this.#nameVersion)
  }

  /** Null if photos were added or moved in the meantime. */
  async #numbersInSlices(by: Exclude<SortField, 'name'>): Promise<Uint32Array | null> {
    const version = this.version(by)
    const order = await orderByNumberInSlices(this.#columns.values(sortColumns[by]), this.#columns.slots)
    return version === this.version(by) ? order : null
  }

  #isReady(by: SortField): boolean {
    const kept = this.#kept.get(by)
    return kept !== undefined && this.#isMergeable(by, kept)
  }

  #isMergeable(by: SortField, kept: Uint32Array): boolean {
    return (this.#moved.get(by)?.size ?? 0) <= (by === 'name' ? MAX_NAMED : kept.length * MAX_MOVED)
  }

  #merge(by: SortField, kept: Uint32Array, moved: ReadonlySet<number>): Uint32Array {
    if (by !== 'name') return mergeOrder(kept, moved, this.#columns.values(sortColumns[by]))
    return mergeBy(kept, moved, nameComparison(this.#db, this.#columns))
  }

  /** Increases when photos are added or move in an order. */
  version(by: SortField): number {
    return this.#versions.get(by) ?? 0
  }

  /** A photo's present sort keys; `noteChanged` compares them with later ones. */
  keys(slot: number): readonly unknown[] {
    return [...columnsOfOrders, takenDay].map((column) => this.#columns.values(column)[slot])
  }

  /** A photo has these keys in place of those. */
  noteChanged(slot: number, before: readonly unknown[], after: readonly unknown[]): void {
    for (const [place, by] of fields.entries()) if (before[place] !== after[place]) this.#note(by, slot)
    if (before.at(-1) !== after.at(-1)) this.#raise('takenAt') // those without a date are last
  }

  /** A photo came. */
  noteNew(slot: number): void {
    this.#nameVersion++
    for (const by of [...fields, 'name'] as const) this.#note(by, slot)
  }

  forgetNames(): void {
    this.#nameVersion++
    this.#raise('name')
    this.#kept.delete('name')
    this.#moved.delete('name')
  }

  #raise(by: SortField): void {
    this.#versions.set(by, this.version(by) + 1)
  }

  #note(by: SortField, slot: number): void {
    this.#raise(by)
    if (!this.#kept.has(by)) return
    const moved = this.#moved.get(by) ?? new Set()
    this.#moved.set(by, moved.add(slot))
  }

  #order(by: SortField): Uint32Array {
    if (by === 'name') return orderByName(this.#db, this.#columns)
    return orderByNumber(this.#columns.values(sortColumns[by]), this.#columns.slots)
  }
}

/** Rows between two breaks for other work. */
const SLICE = 5000

/** Slots in the order of names, equal ones by id. Reads an index and sorts nothing. */
function orderByName(db: Db, columns: PhotoColumns): Uint32Array {
  const order = new Uint32Array(columns.slots)
  let count = 0
  const ids = db
    .prepare<[], number>('SELECT photo_id FROM files WHERE is_main = 1 ORDER BY name_key, photo_id')
    .pluck()
    .all()
  for (const id of ids) {
    const { slot, isThere } = columns.find(id)
    if (isThere) order[count++] = slot
  }
  return order.subarray(0, count)
}

/** The same with breaks for other work; null if `isSteady` says that names changed in the meantime. */
async function orderByNameInSlices(
  db: Db,
  columns: PhotoColumns,
  isSteady: () => boolean,
): Promise<Uint32Array | null> {
  const order = new Uint32Array(columns.slots)
  const page = db
    .prepare<[string, number], [string, number]>(
      `SELECT name_key, photo_id FROM files WHERE is_main = 1 AND (name_key, photo_id) > (?, ?)
       ORDER BY name_key, photo_id LIMIT ${SLICE}`,
    )
    .raw()
  let count = 0
  for (let last: [string, number] = ['', 0]; ;) {
    const rows = page.all(...last)
    for (const [, id] of rows) {
      const { slot, isThere } = columns.find(id)
      if (isThere) order[count++] = slot
    }
    const end = rows.at(-1)
    if (end === undefined) return order.subarray(0, count)
    last = end
    await setImmediate()
    if (!isSteady()) return null
  }
}

/** Whether the name of one slot comes before that of another, equal ones by slot. */
function nameComparison(db: Db, columns: PhotoColumns): (a: number, b: number) => boolean {
  const select = db.prepare<[number], string>('SELECT name_key FROM files WHERE photo_id = ? AND is_main = 1').pluck()
  const keys = new Map<number, Buffer>()
  const keyOf = (slot: number): Buffer => {
    const known = keys.get(slot) ?? Buffer.from(select.get(columns.ids[slot] ?? 0) ?? '')
    keys.set(slot, known)
    return known
  }
  return (a, b) => {
    const order = Buffer.compare(keyOf(a), keyOf(b)) // as SQLite compares: by the bytes of UTF-8
    return order < 0 || (order === 0 && a < b)
  }
}

// Changed photos in an order

/**
 * An order with some slots moved to the places of their present keys, whether they were in it before or not: one scan,
 * while ordering a million again takes a quarter of a second. Equal keys are ordered by slot, fractions do not count.
 */
export function mergeOrder(order: Uint32Array, moved: ReadonlySet<number>, keys: ArrayLike<number>): Uint32Array {
  const keyOf = (slot: number) => Math.floor(keys[slot] ?? 0)
  return mergeBy(order, moved, (a, b) => keyOf(a) < keyOf(b) || (keyOf(a) === keyOf(b) && a < b))
}

/** The same by a comparison of two slots. */
function mergeBy(
  order: Uint32Array,
  moved: ReadonlySet<number>,
  isBefore: (slot: number, other: number) => boolean,
): Uint32Array {
  const late = [...moved].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const stayed = order.filter((slot) => !moved.has(slot))
  const merged = new Uint32Array(stayed.length + late.length)
  let from = 0
  let to = 0
  for (const slot of late) {
    const place = firstAfter(stayed, (other) => isBefore(slot, other))
    merged.set(stayed.subarray(from, place), to)
    to += place - from
    merged[to++] = slot
    from = place
  }
  merged.set(stayed.subarray(from), to)
  return merged
}

/** The first place whose slot passes; all that follow it pass too. */
function firstAfter(slots: Uint32Array, isAfter: (slot: number) => boolean): number {
  let [low, high] = [0, slots.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(slots[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

// Photos of a set in an order

const DAY_MS = 86_400_000

type SortOrder = PhotoQuery['sort']['order']
/** What ordering reads of the index. */
type OrderedIndex = Pick<PhotoIndex, 'ids' | 'values'> & { readonly orders: Orders }
const noRanks: Ranks = new Map()

/**
 * The ids of photos in an order. It walks the stored order; for a few photos of a large library that costs no more than
 * sorting them. Sorted by the time they were taken, photos without a date are last in both directions. Windows wait for
 * this after each change: plain loops take a third of the time of callbacks for a million photos.
 */
export function idsInOrder(
  index: OrderedIndex,
  photos: Bits,
  sort: PhotoQuery['sort'],
  ranks: Ranks = noRanks,
): Uint32Array {
  const slots = slotsInOrder(index, photos, sort, ranks)
  const { ids } = index
  for (let at = 0; at < slots.length; at++) slots[at] = ids[slots[at] ?? 0] ?? 0
  return slots
}

/** The same as slots of the index. */
export function slotsInOrder(
  index: OrderedIndex,
  photos: Bits,
  { by, order }: PhotoQuery['sort'],
  ranks: Ranks = noRanks,
): Uint32Array {
  if (by === 'match' || by === 'album') {
    const best = bestFirst(slotsInOrder(index, photos, { by: 'takenAt', order: 'desc' }), ranks)
    // An album begins with its first photo, matches with the best.
    return (order === 'desc') === (by === 'match') ? best : best.reverse()
  }
  const slots = index.orders.slots(by)
  const found = new Uint32Array(countBits(photos))
  if (by === 'takenAt') pickDated(slots, photos, { order, days: index.values(takenDay) }, found)
  else pick(slots, photos, order, found)
  return found
}

/** Slots of a set in order. A separate loop: one for both kinds would be recompiled for each. */
function pick(slots: Uint32Array, photos: Bits, order: SortOrder, found: Uint32Array): void {
  const step = order === 'asc' ? 1 : -1
  let place = 0
  for (let at = order === 'asc' ? 0 : slots.length - 1; at >= 0 && at < slots.length; at += step) {
    const slot = slots[at]!
    if (hasBit(photos, slot)) found[place++] = slot
  }
}

/** The same with those of no day at the end. */
function pickDated(
  slots: Uint32Array,
  photos: Bits,
  { order, days }: { order: SortOrder; days: ArrayLike<number> },
  found: Uint32Array,
): void {
  const [first, step] = order === 'asc' ? [0, 1] : [slots.length - 1, -1]
  let [dated, undated] = [0, found.length]
  for (let at = first; at >= 0 && at < slots.length; at += step) {
    const slot = slots[at] ?? 0
    if (!hasBit(photos, slot)) continue
    if (days[slot] === NO_DAY) found[--undated] = slot
    else found[dated++] = slot
  }
  found.subarray(undated).reverse()
}

/** How many of the photos were taken on each day, in the order of days; those without a date are last. */
export function countDays(index: OrderedIndex, photos: Bits, order: PhotoQuery['sort']['order']): DayCount[] {
  return daysInOrder(countNumbers(index.values(takenDay), photos), order)
}

/** Days by number in their written form; those without a date are last. Takes over the counts. */
export function daysInOrder(counts: Map<number, number>, order: PhotoQuery['sort']['order']): DayCount[] {
  const undated = counts.get(NO_DAY) ?? 0
  counts.delete(NO_DAY)
  const sign = order === 'asc' ? 1 : -1
  const days: DayCount[] = [...counts]
    .sort(([a], [b]) => sign * (a - b))
    .map(([day, count]) => ({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), count }))
  return undated === 0 ? days : [...days, { day: null, count: undated }]
}
