import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'

/**
 * A smaller copy whose longest side is at most `longSide`, by averaging whole blocks of pixels: integer arithmetic
 * only, so that the same pixels give the same copy on every machine. A small enough raster is returned as it is.
 */
export function shrinkRaster(raster: Raster, longSide: number): Raster {
  const block = Math.ceil(Math.max(raster.width, raster.height) / longSide)
  if (block <= 1) return raster
  const [width, height] = [Math.ceil(raster.width / block), Math.ceil(raster.height / block)]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) averageBlock(raster, x * block, y * block, block, data, (y * width + x) * 3)
  }
  return { width, height, data }
}

function averageBlock(
  { width, height, data }: Raster,
  left: number,
  top: number,
  block: number,
  out: Uint8Array,
  at: number,
): void {
  const [right, bottom] = [Math.min(width, left + block), Math.min(height, top + block)]
  let [r, g, b] = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let i = (y * width + left) * 3; i < (y * width + right) * 3; i += 3) {
      r += data[i]!
      g += data[i + 1]!
      b += data[i + 2]!
    }
  }
  const count = (right - left) * (bottom - top)
  out[at] = Math.round(r / count)
  out[at + 1] = Math.round(g / count)
  out[at + 2] = Math.round(b / count)
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
