const FREE = -1
/** Maximum share of taken places. */
const MAX_LOAD = 0.85
/** Factor by which the table grows when it is full. */
const GROWTH = 1.5
const MIN_CAPACITY = 64

/**
 * Maps ids to rows, numbered densely from 0, and rows to ids. Typed arrays take about 9 bytes a row, a Map 40. Ids are
 * whole numbers from 0 to 2^32 - 1.
 */
export class RowNumbers {
  #ids = new Uint32Array(MIN_CAPACITY)
  /** Rows by a hash of their ids; in a collision the next free place is used. */
  #places = new Int32Array(MIN_CAPACITY * 2).fill(FREE)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.#ids.byteLength + this.#places.byteLength
  }

  idOf(row: number): number {
    return this.#ids[row]!
  }

  rowOf(id: number): number | undefined {
    const row = this.#places[this.#placeOf(id)]!
    return row === FREE ? undefined : row
  }

  /** The row of an id, or the next row if the id is new. */
  add(id: number): number {
    const place = this.#placeOf(id)
    const known = this.#places[place]!
    if (known !== FREE) return known
    const row = this.#size++
    if (row === this.#ids.length) this.#growIds(Math.ceil(row * 1.25))
    this.#ids[row] = id
    this.#places[place] = row
    if (this.#size > this.#places.length * MAX_LOAD) this.#rebuild(Math.ceil(this.#places.length * GROWTH))
    return row
  }

  /** Makes room for this many ids. */
  reserve(count: number): void {
    if (count > this.#ids.length) this.#growIds(count)
    const min = Math.ceil(count / MAX_LOAD) + 1
    if (min > this.#places.length) this.#rebuild(min)
  }

  /** The ids of the first rows as bytes. */
  view(count: number): Uint8Array {
    return new Uint8Array(this.#ids.buffer, 0, count * 4)
  }

  /** Removes an id. The last row takes the freed number: returns both, or undefined if there was no such id. */
  remove(id: number): { row: number; last: number } | undefined {
    const place = this.#placeOf(id)
    const row = this.#places[place]!
    if (row === FREE) return undefined
    const last = --this.#size
    this.#places[this.#placeOf(this.#ids[last]!)] = row
    this.#ids[row] = this.#ids[last]!
    this.#free(place)
    return { row, last }
  }

  /** The place of an id, or the free place where it would go. */
  #placeOf(id: number): number {
    const { length } = this.#places
    let place = this.#hash(id)
    while (this.#places[place] !== FREE && this.#ids[this.#places[place]!] !== id)
      place = place + 1 === length ? 0 : place + 1
    return place
  }

  /** Spreads ids evenly over all places, however many there are. */
  #hash(id: number): number {
    const mixed = Math.imul(id ^ (id >>> 16), 0x9e3779b1)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * this.#places.length)
  }

  /** Frees a place and moves up entries that stood behind it only because it was taken. */
  #free(place: number): void {
    const { length } = this.#places
    const behind = (from: number, to: number) => (to - from + length) % length
    let gap = place
    for (let next = (gap + 1) % length; this.#places[next] !== FREE; next = (next + 1) % length) {
      const home = this.#hash(this.#ids[this.#places[next]!]!)
      if (behind(home, next) < behind(gap, next)) continue
      this.#places[gap] = this.#places[next]!
      gap = next
    }
    this.#places[gap] = FREE
  }

  #growIds(length: number): void {
    const ids = new Uint32Array(length)
    ids.set(this.#ids)
    this.#ids = ids
  }

  #rebuild(length: number): void {
    this.#places = new Int32Array(length).fill(FREE)
    for (let row = 0; row < this.#size; row++) this.#places[this.#placeOf(this.#ids[row]!)] = row
  }
}
