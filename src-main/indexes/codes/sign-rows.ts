import { GROUP_ROWS, instantiateSigns, type SignsKernel, TABLE_BYTES } from './signs-kernel.ts'
import { rowBytesOf, type TableScale, writeTables } from './sign-tables.ts'

const PAGE = 65_536
/** Rows that are estimated in one go: whole groups from a multiple of these on. */
export const ROWS_AT_ONCE = 4096
const MAX_GROUPS = ROWS_AT_ONCE / GROUP_ROWS
/** Standard deviations that an estimate may be off: the chance of more is one in a billion for each row. */
const DEVIATIONS = 6
const MAX_GROWTH_PAGES = 1024
const SMALLEST = 64

/**
 * The rests of vectors as one bit a number, the sign after a random rotation (RaBitQ, Gao and Long 2024). A row stands
 * for its signs times a factor by which what is lost is at right angles to the rest itself. How far the product with a
 * query may be off therefore depends on the part of the query at right angles to the row, whose direction the rotation
 * makes random: the same law holds for all vectors.
 */
export class SignRows {
  readonly #dimensions: number
  /** How much of the length of what is lost can lie along any query. */
  readonly #share: number
  readonly #rowBytes: number
  readonly #listAt: number
  readonly #sumsAt: number
  readonly #rowsAt: number
  readonly #memory: WebAssembly.Memory
  readonly #kernel: SignsKernel
  #lengths = new Float32Array(SMALLEST)
  #factors = new Float32Array(SMALLEST)
  #query: TableScale & { length: number } = { scale: 0, offset: 0, length: 0, error: 0 }
  #mostError = 0

  /** `dimensions` is the length of the rests, `freedom` in how many directions they can go. */
  constructor(dimensions: number, freedom: number) {
    this.#dimensions = dimensions
    this.#share = Math.min(1, DEVIATIONS / Math.sqrt(Math.max(1, freedom)))
    this.#rowBytes = rowBytesOf(dimensions)
    this.#listAt = this.#rowBytes * TABLE_BYTES
    this.#sumsAt = this.#listAt + MAX_GROUPS * 4
    this.#rowsAt = this.#sumsAt + ROWS_AT_ONCE * 2
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsAt / PAGE), maximum: PAGE })
    this.#kernel = instantiateSigns(this.#memory)
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#lengths.byteLength + this.#factors.byteLength
  }

  write(row: number, rest: Float32Array, length: number): void {
    this.#reserve(row + 1, 0.25)
    const at = this.#placeOf(row)
    const bytes = new Uint8Array(this.#memory.buffer)
    let magnitude = 0
    for (let start = 0; start < rest.length; start += 8) {
      let bits = 0
      const end = Math.min(8, rest.length - start)
      for (let i = 0; i < end; i++) {
        const value = rest[start + i]!
        magnitude += Math.abs(value)
        if (value >= 0) bits |= 1 << i
      }
      bytes[at + (start / 8) * GROUP_ROWS] = bits
    }
    this.#lengths[row] = length
    this.#factors[row] = magnitude > 0 ? length ** 2 / magnitude : 0
  }

  move(from: number, to: number): void {
    const bytes = new Uint8Array(this.#memory.buffer)
    const [source, target] = [this.#placeOf(from), this.#placeOf(to)]
    for (let i = 0; i < this.#rowBytes; i++) bytes[target + i * GROUP_ROWS] = bytes[source + i * GROUP_ROWS]!
    this.#lengths[to] = this.#lengths[from]!
    this.#factors[to] = this.#factors[from]!
  }

  /** Makes room for so many rows, and no more. */
  reserve(rows: number): void {
    this.#reserve(rows, 0)
  }

  /** What is kept of the first rows: lengths, factors and, in whole groups, signs. Writing changes where they lie. */
  views(rows: number): Uint8Array[] {
    const signs = Math.ceil(rows / GROUP_ROWS) * GROUP_ROWS * this.#rowBytes
    const floats = [this.#lengths, this.#factors].map(({ buffer }) => new Uint8Array(buffer, 0, rows * 4))
    return [...floats, new Uint8Array(this.#memory.buffer, this.#rowsAt, signs)]
  }

  /** How long the rest of each row is. */
  get lengths(): Float32Array {
    return this.#lengths
  }

  /** Sets what `estimate` and `errorOf` compare with. */
  prepare(rest: Float32Array, length: number): void {
    const tables = new Uint8Array(this.#memory.buffer, 0, this.#listAt)
    const query = { ...writeTables(rest, tables), length }
    this.#query = query
    this.#mostError = Math.sqrt(this.#dimensions) * (this.#share * length + query.error)
  }

  /** Estimated products of rows with the query, by rising number and all from one block of `ROWS_AT_ONCE`. */
  estimate(rows: Int32Array, out: Float32Array): void {
    const { buffer } = this.#memory
    const list = new Int32Array(buffer, this.#listAt, MAX_GROUPS)
    let count = 0
    for (const row of rows) {
      const group = Math.floor(row / GROUP_ROWS)
      if (count === 0 || list[count - 1] !== group) list[count++] = group
    }
    if (count === 0) return
    this.#kernel(0, this.#listAt, count, this.#rowsAt, GROUP_ROWS * this.#rowBytes, this.#sumsAt)
    const sums = new Uint16Array(buffer, this.#sumsAt, count * GROUP_ROWS)
    this.#take(rows, list, sums, out)
  }

  /** No less than `errorOf`, and quicker. */
  mostErrorOf(row: number): number {
    return this.#factors[row]! * this.#mostError
  }

  /** How far the estimate of a row may be from its true product. */
  errorOf(row: number): number {
    const coded = this.#factors[row]! * Math.sqrt(this.#dimensions)
    const lost = Math.sqrt(Math.max(0, coded ** 2 - this.#lengths[row]! ** 2))
    return this.#share * lost * this.#query.length + coded * this.#query.error
  }

  #take(rows: Int32Array, list: Int32Array, sums: Uint16Array, out: Float32Array): void {
    const { scale, offset } = this.#query
    let group = 0
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!
      while (list[group]! * GROUP_ROWS + GROUP_ROWS <= row) group++
      const lane = row % GROUP_ROWS
      const sum = sums[group * GROUP_ROWS + (lane & 1) * (GROUP_ROWS / 2) + (lane >> 1)]!
      out[i] = scale * (2 * sum - offset) * this.#factors[row]!
    }
  }

  /** Makes room; where more is needed, a share more than that. */
  #reserve(rows: number, share: number): void {
    const held = this.#memory.buffer.byteLength
    const groups = Math.ceil(rows / GROUP_ROWS)
    const missing = Math.ceil((this.#rowsAt + groups * GROUP_ROWS * this.#rowBytes - held) / PAGE)
    const generous = Math.min(Math.ceil((held / PAGE) * share), MAX_GROWTH_PAGES, PAGE - held / PAGE)
    if (missing > 0) this.#memory.grow(Math.max(missing, generous))
    if (rows <= this.#lengths.length) return
    const capacity = Math.max(rows, Math.ceil(this.#lengths.length * (1 + share)))
    this.#lengths = larger(this.#lengths, capacity)
    this.#factors = larger(this.#factors, capacity)
  }

  /** Where the first byte of a row lies. */
  #placeOf(row: number): number {
    return this.#rowsAt + Math.floor(row / GROUP_ROWS) * GROUP_ROWS * this.#rowBytes + (row % GROUP_ROWS)
  }
}

function larger(values: Float32Array, capacity: number): Float32Array<ArrayBuffer> {
  const copy = new Float32Array(capacity)
  copy.set(values)
  return copy
}
