import type { Arena } from './arena.ts'
import type { Plane } from './read-planes.ts'
import {
  COLUMN_WEIGHTS,
  instantiateColumns,
  instantiateRows,
  WEIGHT_SHIFT,
  type ColumnsKernel,
  type RowsKernel,
} from './resize-kernels.ts'
import { asNumbers, weighSide, type Filter } from './resize-weights.ts'

export type Size = { width: number; height: number }

const BYTES = 2
const UNIT = 2 ** WEIGHT_SHIFT
/** Rows start at multiples of this many numbers. */
const ROW_NUMBERS = 32

/** Resizes planes in the memory of an arena. */
export class PlaneResizer {
  readonly #arena: Arena
  readonly #mixRows: RowsKernel
  /** Kernels by their number of weights. */
  readonly #mixColumns = new Map<number, ColumnsKernel>()

  constructor(arena: Arena) {
    this.#arena = arena
    this.#mixRows = instantiateRows(arena.memory)
  }

  /**
   * Returns a plane of another size, behind everything that the arena held before; the same plane if it has that size.
   */
  resize(plane: Plane, { width, height }: Size, filter: Filter): Plane {
    if (plane.width === width && plane.height === height) return plane
    const stride = Math.ceil(width / ROW_NUMBERS) * ROW_NUMBERS
    const resized = { at: this.#arena.take(BYTES * stride * height), stride, width, height }
    const scratch = resized.at + BYTES * stride * height
    this.#resizeColumns(this.#resizeRows(plane, height, filter), resized, filter)
    this.#arena.release(scratch)
    return resized
  }

  #resizeRows(plane: Plane, height: number, filter: Filter): Plane {
    if (plane.height === height) return plane
    const side = weighSide(plane.height, height, filter)
    const weights = this.#place(asNumbers(side, UNIT, side.taps))
    const rowBytes = BYTES * plane.stride
    const at = this.#arena.take(rowBytes * height)
    for (let y = 0; y < height; y++) {
      const first = weights + BYTES * y * side.taps
      const rows = plane.at + side.starts[y]! * rowBytes
      this.#mixRows(rows, rowBytes, first, first + BYTES * side.taps, at + y * rowBytes, at + (y + 1) * rowBytes)
    }
    return { ...plane, at, height }
  }

  #resizeColumns(plane: Plane, resized: Plane, filter: Filter): void {
    const side = weighSide(plane.width, resized.width, filter)
    const perPlace = Math.ceil(side.taps / COLUMN_WEIGHTS) * COLUMN_WEIGHTS
    // Beyond the last position the kernel continues to the end of its vector.
    const starts = new Int32Array(resized.stride)
    for (const [x, start] of side.starts.entries()) starts[x] = BYTES * start
    const startsAt = this.#place(starts)
    const numbers = new Int16Array(resized.stride * perPlace)
    numbers.set(asNumbers(side, UNIT, perPlace))
    const weights = this.#place(numbers)
    const mix = this.#kernelFor(perPlace)
    for (let y = 0; y < resized.height; y++) {
      const to = resized.at + BYTES * y * resized.stride
      mix(plane.at + BYTES * y * plane.stride, startsAt, weights, to, to + BYTES * resized.width)
    }
  }

  #kernelFor(weights: number): ColumnsKernel {
    const made = this.#mixColumns.get(weights) ?? instantiateColumns(this.#arena.memory, weights)
    this.#mixColumns.set(weights, made)
    return made
  }

  #place(numbers: Int16Array | Int32Array): number {
    const at = this.#arena.take(numbers.byteLength)
    new Uint8Array(this.#arena.memory.buffer, at, numbers.byteLength).set(
      new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    )
    return at
  }
}
