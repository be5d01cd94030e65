import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'

/** Copies by the number of pixels that each block of theirs had along a side. Several steps ask for the same ones. */
const copies = new WeakMap<Raster, Map<number, Raster>>()

/**
 * Shrinks to at most `longSide` by averaging whole blocks of pixels: integer arithmetic only, so that the same pixels
 * give the same copy on every machine. Returns a small enough raster unchanged, and the same copy for the same raster.
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
  const [width, height] = [Math.ceil(raster.width / block), Math.ceil(raster.height / block)]
  const data = new Uint8Array(width * height * 3)
  const sums = new Uint32Array(width * 3)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [y * block, Math.min(raster.height, (y + 1) * block)]
    sums.fill(0)
    for (let row = top; row < bottom; row++) addRow(raster, row, block, sums)
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
      const count = (Math.min(raster.width, (x + 1) * block) - x * block) * (bottom - top)
      data[at] = (sums[3 * x]! / count + 0.5) | 0
      data[at + 1] = (sums[3 * x + 1]! / count + 0.5) | 0
      data[at + 2] = (sums[3 * x + 2]! / count + 0.5) | 0
    }
  }
  return { width, height, data }
}

/** Adds the pixels of a row to the sums of their blocks, `block` pixels for each. */
function addRow({ width, data }: Raster, row: number, block: number, sums: Uint32Array): void {
  const end = (row + 1) * width * 3
  for (let at = row * width * 3, to = 0; at < end; to += 3) {
    let r = 0
    let g = 0
    let b = 0
    for (const next = Math.min(end, at + block * 3); at < next; at += 3) {
      r += data[at]!
      g += data[at + 1]!
      b += data[at + 2]!
    }
    sums[to]! += r
    sums[to + 1]! += g
    sums[to + 2]! += b
  }
}

/** The map at another size, bilinear; both cover the whole picture. */
export function resampleMap(map: SaliencyMap, columns: number, rows: number): Float32Array {
  const out = new Float32Array(columns * rows)
  const last = (value: number, limit: number): number => Math.min(limit - 1, Math.max(0, value))
  for (let y = 0; y < rows; y++) {
    const v = last(((y + 0.5) * map.rows) / rows - 0.5, map.rows)
    const [top, bottom] = [Math.floor(v), last(Math.floor(v) + 1, map.rows)]
    for (let x = 0; x < columns; x++) {
      const u = last(((x + 0.5) * map.columns) / columns - 0.5, map.columns)
      const [left, right] = [Math.floor(u), last(Math.floor(u) + 1, map.columns)]
      const at = (row: number, column: number): number => map.values[row * map.columns + column]!
      const upper = at(top, left) + (at(top, right) - at(top, left)) * (u - left)
      const lower = at(bottom, left) + (at(bottom, right) - at(bottom, left)) * (u - left)
      out[y * columns + x] = upper + (lower - upper) * (v - top)
    }
  }
  return out
}
