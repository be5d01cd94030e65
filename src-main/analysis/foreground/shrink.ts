import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'
import { instantiateBlocks, SLACK_BYTES, SUM_BYTES } from './block-kernels.ts'

/** Copies by the number of pixels that each block of theirs had along a side. Several steps ask for the same ones. */
const copies = new WeakMap<Raster, Map<number, Raster>>()

/**
 * Shrinks to at most `longSide` by averaging whole blocks of pixels: whole numbers, so that the same pixels give the
 * same copy on every machine. Returns a small enough raster unchanged, and the same copy for the same raster.
 */
export function shrinkRaster(raster: Raster, longSide: number): Raster {
  const block = Math.ceil(Math.max(raster.width, raster.height) / longSide)
  if (block <= 1) return raster
  const known = copies.get(raster) ?? new Map<number, Raster>()
  copies.set(raster, known)
  const copy = known.get(block) ?? averageBlocks(raster, block)
  known.set(block, copy)
  return copy
}

function averageBlocks(raster: Raster, block: number): Raster {
  averager ??= new BlockAverager()
  return averager.average(raster, block)
}

let averager: BlockAverager | undefined

const PAGE_BYTES = 65_536
const PIXEL_BYTES = 3

/** The kernels with their memory: the rows of blocks that are averaged, their sums, the written row. */
class BlockAverager {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE_BYTES })
  readonly #kernels = instantiateBlocks(this.#memory)

  average(raster: Raster, block: number): Raster {
    const [width, height] = [Math.ceil(raster.width / block), Math.ceil(raster.height / block)]
    const [oldBytes, newBytes] = [PIXEL_BYTES * raster.width, PIXEL_BYTES * width]
    const sumsAt = block * oldBytes + SLACK_BYTES
    const rowAt = sumsAt + SUM_BYTES * raster.width + SLACK_BYTES
    this.#reserve(rowAt + newBytes + SLACK_BYTES)
    const bytes = new Uint8Array(this.#memory.buffer)
    const data = new Uint8Array(newBytes * height)
    for (let y = 0; y < height; y++) {
      const rows = raster.data.subarray(y * block * oldBytes, (y + 1) * block * oldBytes)
      bytes.set(rows)
      this.#kernels.sumRows(0, oldBytes, rows.length, sumsAt, sumsAt + SUM_BYTES * raster.width)
      this.#meanOfRow(raster.width, block, rows.length / oldBytes, { sumsAt, rowAt })
      data.set(bytes.subarray(rowAt, rowAt + newBytes), y * newBytes)
    }
    return { width, height, data }
  }

  /** The last block has fewer columns if the width is no multiple. */
  #meanOfRow(width: number, block: number, rows: number, { sumsAt, rowAt }: { sumsAt: number; rowAt: number }): void {
    const { meanOfBlocks } = this.#kernels
    const [full, rest] = [Math.floor(width / block), width % block]
    const end = rowAt + PIXEL_BYTES * full
    if (full > 0) meanOfBlocks(sumsAt, SUM_BYTES * block, block * rows, rowAt, end)
    if (rest > 0) meanOfBlocks(sumsAt + SUM_BYTES * block * full, SUM_BYTES * rest, rest * rows, end, end + PIXEL_BYTES)
  }

  #reserve(size: number): void {
    const missing = size - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
  }
}

/** The map at another size, bilinear; both cover the whole picture. */
export function resampleMap(map: SaliencyMap, columns: number, rows: number): Float32Array {
  const out = new Float32Array(columns * rows)
  const { values } = map
  const [across, down] = [placesOf(map.columns, columns), placesOf(map.rows, rows)]
  for (let y = 0, i = 0; y < rows; y++) {
    const top = down.from[y]! * map.columns
    const bottom = down.to[y]! * map.columns
    for (let x = 0; x < columns; x++, i++) {
      const left = across.from[x]!
      const right = across.to[x]!
      const share = across.share[x]!
      const upper = values[top + left]! + (values[top + right]! - values[top + left]!) * share
      const lower = values[bottom + left]! + (values[bottom + right]! - values[bottom + left]!) * share
      out[i] = upper + (lower - upper) * down.share[y]!
    }
  }
  return out
}

/** For each new position along a side: the old ones around it, and the second's share. */
function placesOf(before: number, after: number): { from: Int32Array; to: Int32Array; share: Float64Array } {
  const [from, to, share] = [new Int32Array(after), new Int32Array(after), new Float64Array(after)]
  for (let i = 0; i < after; i++) {
    const place = Math.min(before - 1, Math.max(0, ((i + 0.5) * before) / after - 0.5))
    from[i] = Math.floor(place)
    to[i] = Math.min(before - 1, from[i]! + 1)
    share[i] = place - from[i]!
  }
  return { from, to, share }
}
