import type { Raster } from '../photo/photo.ts'
import {
  columnBytes,
  instantiateMixColumns,
  instantiateMixRows,
  SLACK_BYTES,
  WEIGHT_SHIFT,
  type MixColumnsKernel,
  type MixRowsKernel,
} from './reduce-kernels.ts'

/** From this factor on libvips first averages blocks of pixels. */
const MAX_SHRINK = 4
/** Fewer pixels along a side may have fewer than the filter reads. */
const MIN_SIDE = 16
/** Larger rasters are left to libvips, so that the memory of the kernels stays small. */
const MAX_BYTES = 2 ** 23

/**
 * Makes a raster smaller with the linear filter of libvips, to the last digit: its weights, its places and its
 * rounding, after the rows and after the columns. libvips takes several times as long, most of it to start and end its
 * pipeline. `step` is the number of old pixels for a new one, along both sides; without it each side has its own, from
 * its lengths. Returns null for what is left to libvips.
 */
export function reduceRaster(raster: Raster, width: number, height: number, step?: number): Raster | null {
  const sides = { across: sideOf(raster.width, width, step), down: sideOf(raster.height, height, step) }
  if (raster.data.length > MAX_BYTES || !canReduce(sides.across) || !canReduce(sides.down)) return null
  if (isSame(sides.across) && isSame(sides.down)) return raster
  reducer ??= new Reducer()
  return reducer.reduce(raster, sides)
}

type Side = { before: number; after: number; step: number }

const sideOf = (before: number, after: number, step = before / after): Side => ({ before, after, step })

const isSame = ({ step }: Side): boolean => step === 1

/** A short side is rounded to few pixels, so that libvips may see four old ones for each although `step` is less. */
const canReduce = (side: Side): boolean =>
  isSame(side) ||
  (side.step > 1 && Math.max(side.step, side.before / side.after) < MAX_SHRINK && side.before >= MIN_SIDE)

let reducer: Reducer | undefined

const PAGE_BYTES = 65_536
const PIXEL_BYTES = 3

/** The kernels with their memory: weights, the picture, the picture with fewer rows, the result. */
class Reducer {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE_BYTES })
  readonly #mixRows: MixRowsKernel = instantiateMixRows(this.#memory)
  /** Kernels by their number of pairs. */
  readonly #mixColumns = new Map<number, MixColumnsKernel>()

  reduce({ data }: Raster, { across, down }: { across: Side; down: Side }): Raster {
    const rows = isSame(down) ? null : placesOf(down, STRIP_ROWS)
    const columns = isSame(across) ? null : placesOf(across, across.after)
    const [oldBytes, newBytes] = [PIXEL_BYTES * across.before, PIXEL_BYTES * across.after]
    const columnsAt = rows?.weights.byteLength ?? 0
    const from = columnsAt + (columns ? columnBytes(columns.pairs) * across.after : 0)
    const middle = from + data.length + SLACK_BYTES
    const to = middle + (rows ? oldBytes * down.after + SLACK_BYTES : 0)
    const end = to + newBytes * down.after
    this.#reserve(end + SLACK_BYTES)
    const bytes = new Uint8Array(this.#memory.buffer)
    bytes.set(data, from)
    if (rows) this.#reduceRows(rows, from, oldBytes, columns ? middle : to)
    if (columns) this.#reduceColumns(columns, columnsAt, rows ? middle : from, oldBytes, to, end)
    return { width: across.after, height: down.after, data: bytes.slice(to, end) }
  }

  #reduceRows({ starts, weights, pairs }: Places, from: number, rowBytes: number, to: number): void {
    new Int16Array(this.#memory.buffer, 0, weights.length).set(weights)
    for (let y = 0; y < starts.length; y++) {
      const weight = 4 * pairs * y
      const row = to + rowBytes * y
      this.#mixRows(from + rowBytes * starts[y]!, rowBytes, weight, weight + 4 * pairs, row, row + rowBytes)
    }
  }

  #reduceColumns(columns: Places, at: number, from: number, oldBytes: number, to: number, end: number): void {
    const { starts, weights, pairs } = columns
    const entry = columnBytes(pairs)
    const offsets = new Int32Array(this.#memory.buffer, at, (entry / 4) * starts.length)
    const shares = new Int16Array(offsets.buffer, at, 2 * offsets.length)
    for (let x = 0; x < starts.length; x++) {
      offsets[(x * entry) / 4] = PIXEL_BYTES * starts[x]!
      shares.set(weights.subarray(2 * pairs * x, 2 * pairs * (x + 1)), (x * entry) / 2 + 2)
    }
    const mix = this.#mixColumns.get(pairs) ?? instantiateMixColumns(this.#memory, pairs)
    this.#mixColumns.set(pairs, mix)
    const newBytes = PIXEL_BYTES * starts.length
    for (let row = to, old = from; row < end; row += newBytes, old += oldBytes) mix(old, at, row, row + newBytes)
  }

  #reserve(size: number): void {
    const missing = size - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
  }
}

/** For each new position along a side, its first old one, and the weights of that and the following ones, in pairs. */
type Places = { starts: Int32Array; weights: Int16Array; pairs: number }

/** Positions between two pixels for which libvips has weights. */
const SUBPIXELS = 64
/** Rows that libvips makes at a time. */
const STRIP_ROWS = 16

/** The places of libvips' reducev and reduceh. It adds up positions within a strip, which decides how halves round. */
function placesOf({ before, after, step }: Side, strip: number): Places {
  // libvips is given the inverse.
  const shrink = 1 / (1 / step)
  const taps = 2 * Math.round(shrink) + 1
  const pairs = (taps + 1) / 2
  const [starts, weights] = [new Int32Array(after), new Int16Array(2 * pairs * after)]
  const masks = Array.from({ length: SUBPIXELS + 1 }, (_, i) => weigh(i / SUBPIXELS, shrink, taps))
  const offset = (1 + after * shrink - before) / 2 - 1
  let place = 0
  for (let i = 0; i < after; i++) {
    place = i % strip === 0 ? (i + 0.5) * shrink - 0.5 - offset : place + shrink
    const whole = Math.floor(place)
    const mask = masks[(Math.floor((place - whole) * 2 * SUBPIXELS) + 1) >> 1]!
    const first = whole - (taps - 1) / 2
    const start = Math.max(0, Math.min(first, before - 2 * pairs))
    starts[i] = start
    // Beyond the edges the outermost pixel is repeated.
    for (let tap = 0; tap < taps; tap++) {
      const pixel = Math.max(0, Math.min(before - 1, first + tap))
      weights[2 * pairs * i + pixel - start]! += mask[tap]!
    }
  }
  return { starts, weights, pairs }
}

/** The weights of a place this far behind a pixel, as whole numbers. */
function weigh(behind: number, shrink: number, taps: number): number[] {
  const middle = behind + taps / 2 - 1
  const parts = Array.from({ length: taps }, (_, i) => Math.max(0, 1 - Math.abs((i - middle) / shrink)))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => Math.trunc((part / sum) * 2 ** WEIGHT_SHIFT))
}
