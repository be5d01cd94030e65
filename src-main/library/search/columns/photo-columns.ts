import { type Bits, clearBit, hasBit, makeBits, setBit } from './bits.ts'
import type { NumberArray, NumberColumn } from './column.ts'
import { widerThan } from './room.ts'

/**
 * A photo's id, then SQL's values in the order of the columns: an array, for reading a million rows. Select and reader
 * use one list, so that neither can shift.
 */
export type ColumnRow = readonly [id: number, ...values: (number | null)[]]

/** Columns as arrays, in the order of the columns; each has space for as many slots as the ids. */
export type ColumnParts = { slots: number; ids: Uint32Array; live: Bits; arrays: readonly NumberArray[] }

/**
 * The numbers of all photos, one typed array per column. A photo's index in them is its slot; slots rise with ids,
 * since ids are never reused. A removed photo leaves an empty slot until the columns are loaded again.
 */
export class PhotoColumns {
  readonly #columns: readonly NumberColumn[]
  readonly #places: ReadonlyMap<NumberColumn, number>
  #arrays: NumberArray[]
  #ids: Uint32Array
  #live: Bits
  #slots = 0

  constructor(columns: readonly NumberColumn[], capacity: number, kept?: ColumnParts) {
    this.#columns = [...new Set(columns)]
    this.#places = new Map(this.#columns.map((column, place) => [column, place]))
    this.#arrays = kept ? [...kept.arrays] : this.#columns.map((column) => column.create(capacity))
    this.#ids = kept?.ids ?? new Uint32Array(capacity)
    this.#live = kept?.live ?? makeBits(capacity)
    this.#slots = kept?.slots ?? 0
  }

  /** Its content, to be saved in a file and given to the constructor; the arrays end with the used slots. */
  parts(): ColumnParts {
    return {
      slots: this.#slots,
      ids: this.#ids.subarray(0, this.#slots),
      live: this.#live.subarray(0, makeBits(this.#slots).length),
      arrays: this.#arrays.map((values) => values.subarray(0, this.#slots)),
    }
  }

  /** Each column once, in the order of `write`'s values. */
  get columns(): readonly NumberColumn[] {
    return this.#columns
  }
  /** Photo ids by slot. */
  get ids(): Uint32Array {
    return this.#ids
  }
  /** Slots that hold a photo. */
  get live(): Bits {
    return this.#live
  }
  /** The number of used slots, including empty ones in between. */
  get slots(): number {
    return this.#slots
  }
  get capacity(): number {
    return this.#ids.length
  }

  /** A column's numbers by slot; call it again after photos were written, since the array may have grown. */
  values<Values extends NumberArray>(column: NumberColumn<Values>): Values {
    const values = this.#arrays[this.#places.get(column) ?? -1]
    if (values === undefined) throw new Error(`No filter and no order declares the column ${column.sql}.`)
    return values as Values
  }

  write(slot: number, row: ColumnRow): void {
    this.writeMany(slot, [row])
  }

  /** Writes photos into a slot and the following ones. */
  writeMany(from: number, rows: readonly ColumnRow[]): void {
    while (from + rows.length > this.capacity) this.#grow()
    this.#slots = Math.max(this.#slots, from + rows.length)
    rows.forEach((row, i) => {
      this.#ids[from + i] = row[0]
      setBit(this.#live, from + i)
    })
    const numbers = new Float64Array(rows.length)
    this.#columns.forEach(({ encode }, place) => {
      for (let i = 0; i < rows.length; i++) {
        const value = rows[i]?.[place + 1] ?? null
        numbers[i] = encode ? encode(value) : (value ?? 0)
      }
      this.#arrays[place]?.set(numbers, from) // by way of one kind of array: this runs a million times and more
    })
  }

  remove(slot: number): void {
    clearBit(this.#live, slot)
  }

  isLive(slot: number): boolean {
    return hasBit(this.#live, slot)
  }

  /** The slot of an id, or where it would have to be inserted: binary search, since slots rise with ids. */
  find(id: number): { slot: number; isThere: boolean } {
    let low = 0
    let high = this.#slots
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return { slot: low, isThere: low < this.#slots && this.#ids[low] === id }
  }

  #grow() {
    const capacity = widerThan(this.capacity)
    this.#arrays = this.#columns.map((column, place) => {
      const wider = column.create(capacity)
      wider.set(this.#arrays[place] ?? [])
      return wider
    })
    this.#ids = grown(this.#ids, new Uint32Array(capacity))
    this.#live = grown(this.#live, makeBits(capacity))
  }
}

function grown<Numbers extends Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
