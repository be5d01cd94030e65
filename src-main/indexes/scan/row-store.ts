import { FINE_STEPS, quantiseInto, quantiseQuery } from './quantise.ts'
import { instantiateScan, LANE_BYTES, ROWS_AT_ONCE, type ScanKernel } from './scan-kernel.ts'

const PAGE = 65_536
/** Rows scanned by one call of the kernel; their scores stay in the processor's cache. */
const BLOCK = 4096
/** Rows in one piece of the plane of low bytes. */
const PIECE = 1024
const MAX_GROWTH_PAGES = 1024
/** Memory grows by this share of what it is. */
const GROWTH = 0.5
/** The query is at the start of the memory, followed by the scores of a block and then the rows. */
const QUERY_AT = 0

/**
 * Rounding a row moves its cosine by the sum of `dimensions` errors, each uniform within half a level and weighted by
 * the query: a standard deviation of scale / sqrt(12). Six of these, or the certain bound if that is smaller.
 */
const errorLevels = (dimensions: number): number => Math.min(Math.sqrt(dimensions) / 2, 6 / Math.sqrt(12))

/**
 * Rows by number (0, 1, 2, …). The high bytes are in WebAssembly memory, where the scan reads them; the low bytes, if
 * kept, are in ordinary memory. Numbers are dense; the owner moves the last row into a freed one.
 */
export class RowStore {
  readonly #dimensions: number
  readonly #keepsLow: boolean
  readonly #rowBytes: number
  readonly #scoresAt: number
  readonly #rowsAt: number
  readonly #memory: WebAssembly.Memory
  readonly #kernel: ScanKernel
  /** Error bound of a row's cosine, in units of its scale. */
  readonly errorLevels: number
  readonly #lowPieces: Int8Array[] = []
  #scales = new Float32Array(PIECE)

  /** With `keepsLow` false, memory is halved and the owner of the exact vectors does the re-ranking. */
  constructor(dimensions: number, keepsLow: boolean) {
    this.#dimensions = dimensions
    this.#keepsLow = keepsLow
    this.#rowBytes = Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES
    this.#scoresAt = QUERY_AT + this.#rowBytes * 2
    this.#rowsAt = this.#scoresAt + BLOCK * 4
    const initial = Math.ceil((this.#rowsAt + ROWS_AT_ONCE * this.#rowBytes) / PAGE)
    this.#memory = new WebAssembly.Memory({ initial, maximum: PAGE })
    this.#kernel = instantiateScan(this.#memory)
    this.errorLevels = errorLevels(dimensions)
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    const low = this.#lowPieces.length * PIECE * this.#dimensions
    return this.#memory.buffer.byteLength + this.#scales.byteLength + low
  }

  write(row: number, unit: Float32Array): void {
    this.#reserve(row + 1)
    this.#scales[row] = quantiseInto(unit, this.#highOf(row), this.#lowOf(row))
  }

  move(from: number, to: number): void {
    this.#highOf(to).set(this.#highOf(from))
    const low = this.#lowOf(from)
    if (low) this.#lowOf(to)?.set(low)
    this.#scales[to] = this.#scales[from]!
  }

  /** The row as a unit vector: exact to 16 bits with low bytes, to 8 without. */
  read(row: number): Float32Array {
    const [high, low, scale] = [this.#highOf(row), this.#lowOf(row), this.#scales[row]!]
    const unit = new Float32Array(high.length)
    for (let i = 0; i < unit.length; i++) unit[i] = scale * (high[i]! + (low ? low[i]! / FINE_STEPS : 0))
    return unit
  }

  /** Passes approximate cosines of rows `first` to `first + cosines.length - 1`; each call overwrites the array. */
  scan(query: Float32Array, rows: number, visit: (first: number, cosines: Float32Array) => void): void {
    const queryScale = quantiseQuery(query, new Int16Array(this.#memory.buffer, QUERY_AT, this.#rowBytes))
    const cosines = new Float32Array(Math.min(BLOCK, rows))
    for (let first = 0; first < rows; first += BLOCK) {
      const block = cosines.subarray(0, Math.min(BLOCK, rows - first))
      this.#scanBlock(first, queryScale, block)
      visit(first, block)
    }
  }

  /** Error bound of the scan's cosine for a row. */
  errorOf(row: number): number {
    return this.#scales[row]! * this.errorLevels
  }

  /** Fills `cosines` for the rows from `first` on. */
  #scanBlock(first: number, queryScale: number, cosines: Float32Array): void {
    const groups = Math.ceil(cosines.length / ROWS_AT_ONCE)
    this.#kernel(QUERY_AT, this.#rowsAt + first * this.#rowBytes, this.#rowBytes, groups, this.#scoresAt)
    const products = new Int32Array(this.#memory.buffer, this.#scoresAt, cosines.length)
    const scales = this.#scales
    for (let i = 0; i < cosines.length; i++) cosines[i] = products[i]! * scales[first + i]! * queryScale
  }

  /** Makes room for whole groups of rows, since the kernel reads groups; grows by at least half. */
  #reserve(rows: number): void {
    const needed = this.#rowsAt + Math.ceil(rows / ROWS_AT_ONCE) * ROWS_AT_ONCE * this.#rowBytes
    const held = this.#memory.buffer.byteLength
    const missing = Math.ceil((needed - held) / PAGE)
    const generous = Math.min(Math.ceil((held / PAGE) * GROWTH), MAX_GROWTH_PAGES)
    if (missing > 0) this.#memory.grow(Math.max(missing, Math.min(generous, PAGE - held / PAGE)))
    if (rows > this.#scales.length) this.#growScales(Math.max(rows, Math.ceil(this.#scales.length * (1 + GROWTH))))
    while (this.#keepsLow && this.#lowPieces.length * PIECE < rows)
      this.#lowPieces.push(new Int8Array(PIECE * this.#dimensions))
  }

  #growScales(capacity: number): void {
    const larger = new Float32Array(capacity)
    larger.set(this.#scales)
    this.#scales = larger
  }

  #highOf(row: number): Int8Array {
    return new Int8Array(this.#memory.buffer, this.#rowsAt + row * this.#rowBytes, this.#dimensions)
  }

  #lowOf(row: number): Int8Array | null {
    const piece = this.#lowPieces[Math.floor(row / PIECE)]
    const start = (row % PIECE) * this.#dimensions
    return piece ? piece.subarray(start, start + this.#dimensions) : null
  }
}
