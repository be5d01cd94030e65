import type { PhotoQuery } from '../../../contract/library/query.ts'
import { bytesColumn } from '../columns/bytes-column.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { ratingColumn } from '../filters/rating.ts'
import { mergeOrder } from './merge-order.ts'
import { orderByNumber } from './order-by-number.ts'

/** What every photo has, whatever is searched for. */
export type SortField = Exclude<PhotoQuery['sort']['by'], 'match'>

/** What photos are sorted by, names apart: SQLite keeps those in order. */
const sortColumns: Readonly<Record<Exclude<SortField, 'name'>, NumberColumn>> = {
  takenAt: numberColumn('p.sort_ms', Float64Array),
  addedAt: numberColumn('p.added_ms', Float64Array),
  modifiedAt: numberColumn('f.modified_ms', Float64Array),
  size: bytesColumn,
  rating: ratingColumn,
}

export const columnsOfOrders: readonly NumberColumn[] = Object.values(sortColumns)

const fields = Object.keys(sortColumns) as (keyof typeof sortColumns)[]

/** Of more changed photos than this share the order is made anew. */
const MAX_MOVED = 1 / 8

/**
 * Slots in rising order of a field, equal ones by id. An order is kept, and photos that came or changed are merged in
 * when it is next asked for.
 */
export class Orders {
  readonly #db: Db
  readonly #columns: PhotoColumns
  readonly #kept = new Map<SortField, Uint32Array>()
  readonly #moved = new Map<SortField, Set<number>>()

  constructor(db: Db, columns: PhotoColumns) {
    this.#db = db
    this.#columns = columns
  }

  slots(by: SortField): Uint32Array {
    const kept = this.#kept.get(by)
    const moved = this.#moved.get(by)
    if (kept !== undefined && moved === undefined) return kept
    const isMergeable = by !== 'name' && kept !== undefined && (moved?.size ?? 0) <= kept.length * MAX_MOVED
    const order = isMergeable
      ? mergeOrder(kept, moved ?? new Set(), this.#columns.values(sortColumns[by]))
      : this.#order(by)
    this.#kept.set(by, order)
    this.#moved.delete(by)
    return order
  }

  /** What a photo is sorted by now; compared with the same of later by `noteChanged`. */
  keys(slot: number): readonly unknown[] {
    return columnsOfOrders.map((column) => this.#columns.values(column)[slot])
  }

  /** A photo has these keys in place of those. */
  noteChanged(slot: number, before: readonly unknown[], after: readonly unknown[]): void {
    for (const [place, by] of fields.entries()) if (before[place] !== after[place]) this.#note(by, slot)
  }

  /** A photo came. */
  noteNew(slot: number): void {
    this.forgetNames()
    for (const by of fields) this.#note(by, slot)
  }

  forgetNames(): void {
    this.#kept.delete('name')
  }

  #note(by: SortField, slot: number): void {
    if (!this.#kept.has(by)) return
    const moved = this.#moved.get(by) ?? new Set()
    this.#moved.set(by, moved.add(slot))
  }

  #order(by: SortField): Uint32Array {
    if (by === 'name') return this.#orderByName()
    return orderByNumber(this.#columns.values(sortColumns[by]), this.#columns.slots)
  }

  /** Reads an index and sorts nothing. */
  #orderByName(): Uint32Array {
    const order = new Uint32Array(this.#columns.slots)
    let count = 0
    const ids = this.#db
      .prepare<[], number>('SELECT photo_id FROM files WHERE is_main = 1 ORDER BY name_key, photo_id')
      .pluck()
      .all()
    for (const id of ids) {
      const { slot, isThere } = this.#columns.find(id)
      if (isThere) order[count++] = slot
    }
    return order.subarray(0, count)
  }
}
