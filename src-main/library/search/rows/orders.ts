import type { PhotoQuery } from '../../../contract/library/query.ts'
import { bytesColumn } from '../columns/bytes-column.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { takenDay } from '../filters/date.ts'
import { ratingColumn } from '../filters/rating.ts'
import { mergeBy, mergeOrder } from './merge-order.ts'
import { orderByNumber, orderByNumberInSlices } from './order-by-number.ts'
import { setImmediate } from 'node:timers/promises'

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
