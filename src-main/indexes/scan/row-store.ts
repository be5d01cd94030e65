import { FINE_STEPS, quantiseInto, quantiseQuery } from './quantise.ts'
import { instantiateScan, LANE_BYTES, ROWS_AT_ONCE } from './scan-kernel.ts'

const PAGE = 65_536
/** Rows scanned by one call of the kernel; their scores stay in the processor's cache. */
const BLOCK = 4096
/** Rows in one piece of the plane of low bytes. */
const PIECE = 1024
const MAX_GROWTH_PAGES = 1024
/**
 * Rounding a row moves its cosine by the sum of `dimensions` errors, each uniform within half a level and weighted by
 * the
 * query: a standard deviation of scale / sqrt(12). Six of them, or the sure bound where that is smaller.
 */
const errorLevels = (dimensions: number): number => Math.min(Math.sqrt(dimensions) / 2, 6 / Math.sqrt(12))

/**
 * Rows by slot (0, 1, 2, …): the high bytes in WebAssembly memory where the scan reads them, the low bytes, where they
 * are kept, in ordinary memory. Slots are dense; the owner moves the last row into a freed one.
 */
export type RowStore = {
  write(slot: number, unit: Float32Array): void
  move(from: number, to: number): void
  /** The row as a unit vector: exact to 16 bits with low bytes, to 8 without. */
  read(slot: number): Float32Array
  /** Calls back with approximate cosines of rows `first` to `first + cosines.length - 1`; the array is used again. */
  scan(query: Float32Array, rows: number, visit: (first: number, cosines: Float32Array) => void): void
  /** How far the scan's cosine of a row may be from the true one. */
  errorOf(slot: number): number
  bytes(): number
}

/** Makes an empty store; `keepsLow` false halves its memory and leaves re-ranking to whoever has the exact vectors. */
export function createRowStore(dimensions: number, keepsLow: boolean): RowStore {
  const rowBytes = Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES
  const queryAt = 0
  const scoresAt = rowBytes * 2
  const rowsAt = scoresAt + BLOCK * 4
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((rowsAt + ROWS_AT_ONCE * rowBytes) / PAGE),
    maximum: PAGE,
  })
  const kernel = instantiateScan(memory)
  const levels = errorLevels(dimensions)
  const lowPieces: Int8Array[] = []
  let scales = new Float32Array(PIECE)

  /** WeightedSemaphore for whole groups of four rows, since the kernel reads so many. */
  const reserve = (slots: number): void => {
    const needed = rowsAt + Math.ceil(slots / ROWS_AT_ONCE) * ROWS_AT_ONCE * rowBytes
    const missing = Math.ceil((needed - memory.buffer.byteLength) / PAGE)
    const generous = Math.min(Math.ceil(memory.buffer.byteLength / PAGE / 2), MAX_GROWTH_PAGES)
    if (missing > 0) memory.grow(Math.max(missing, Math.min(generous, PAGE - memory.buffer.byteLength / PAGE)))
    if (slots > scales.length) {
      const larger = new Float32Array(Math.max(slots, Math.ceil(scales.length * 1.5)))
      larger.set(scales)
      scales = larger
    }
    while (keepsLow && lowPieces.length * PIECE < slots) lowPieces.push(new Int8Array(PIECE * dimensions))
  }
  const highOf = (slot: number): Int8Array => new Int8Array(memory.buffer, rowsAt + slot * rowBytes, dimensions)
  const lowOf = (slot: number): Int8Array | null => {
    const piece = lowPieces[Math.floor(slot / PIECE)]
    const start = (slot % PIECE) * dimensions
    return piece ? piece.subarray(start, start + dimensions) : null
  }
  return {
    write(slot, unit) {
      reserve(slot + 1)
      scales[slot] = quantiseInto(unit, highOf(slot), lowOf(slot))
    },
    move(from, to) {
      highOf(to).set(highOf(from))
      const low = lowOf(from)
      if (low) lowOf(to)?.set(low)
      scales[to] = scales[from]!
    },
    read(slot) {
      const [high, low, scale] = [highOf(slot), lowOf(slot), scales[slot]!]
      const unit = new Float32Array(dimensions)
      for (let i = 0; i < dimensions; i++) unit[i] = scale * (high[i]! + (low ? low[i]! / FINE_STEPS : 0))
      return unit
    },
    scan(query, rows, visit) {
      const queryScale = quantiseQuery(query, new Int16Array(memory.buffer, queryAt, rowBytes))
      const cosines = new Float32Array(Math.min(BLOCK, rows))
      for (let first = 0; first < rows; first += BLOCK) {
        const count = Math.min(BLOCK, rows - first)
        kernel(queryAt, rowsAt + first * rowBytes, rowBytes, Math.ceil(count / ROWS_AT_ONCE), scoresAt)
        const products = new Int32Array(memory.buffer, scoresAt, count)
        for (let i = 0; i < count; i++) cosines[i] = products[i]! * scales[first + i]! * queryScale
        visit(first, count === cosines.length ? cosines : cosines.subarray(0, count))
      }
    },
    errorOf: (slot) => scales[slot]! * levels,
    bytes: () => memory.buffer.byteLength + scales.byteLength + lowPieces.length * PIECE * dimensions,
  }
}
