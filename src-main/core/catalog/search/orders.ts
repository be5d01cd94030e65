import type { PhotoQuery } from '../../../contract/library/query.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { PhotoColumns } from '../columns/photo-columns.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { ratingColumn } from '../filters/rating.ts'
import { orderByNumber } from './order-by-number.ts'

export type SortField = PhotoQuery['sort']['by']

/** What photos are sorted by, names apart: SQLite keeps those in order. */
const sortColumns: Readonly<Record<Exclude<SortField, 'name'>, NumberColumn>> = {
  takenAt: numberColumn('p.sort_ms', Float64Array),
  addedAt: numberColumn('p.added_ms', Float64Array),
  modifiedAt: numberColumn('f.modified_ms', Float64Array),
  size: numberColumn('f.bytes', Float64Array),
  rating: ratingColumn,
}

export const columnsOfOrders: readonly NumberColumn[] = Object.values(sortColumns)

/** Slots in rising order of a field, equal ones by id; kept until the field changes. */
export class Orders {
  readonly #db: Db
  readonly #columns: PhotoColumns
  readonly #kept = new Map<SortField, Uint32Array>()

  constructor(db: Db, columns: PhotoColumns) {
    this.#db = db
    this.#columns = columns
  }

  slots(by: SortField): Uint32Array {
    const found = this.#kept.get(by) ?? this.#order(by)
    this.#kept.set(by, found)
    return found
  }

  /** What a photo is sorted by now; compared with the same of later by `forgetChanged`. */
  keys(slot: number): readonly unknown[] {
    return columnsOfOrders.map((column) => this.#columns.values(column)[slot])
  }

  /** Forgets the orders in which these keys differ. */
  forgetChanged(before: readonly unknown[], after: readonly unknown[]): void {
    for (const [place, by] of (Object.keys(sortColumns) as SortField[]).entries())
      if (before[place] !== after[place]) this.#kept.delete(by)
  }

  forgetNames(): void {
    this.#kept.delete('name')
  }

  forgetAll(): void {
    this.#kept.clear()
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
