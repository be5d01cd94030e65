import { lumaOf } from '../../base/color/luma.ts'
import type { GreyPicture } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'

/**
 * The brightness of a raster at a smaller size (at most its own). A pixel's weight falls off evenly with its distance,
 * down to 0 at the middle of the next new pixel: means of plain areas lose thin lines.
 */
export function shrinkToGrey({ width, height, data }: Raster, columns: number, rows: number): GreyPicture {
  if (columns > width || rows > height) throw new RangeError('The raster is smaller')
  const [across, down] = [spreadOf(width, columns), spreadOf(height, rows)]
  const sums = new Float32Array(width * (rows + 1))
  for (let y = 0, from = 0; y < height; y++) {
    const share = down.share[y]!
    const upper = down.first[y]! * width
    const lower = upper + width
    for (let x = 0; x < width; x++, from += 3) {
      const level = lumaOf(data[from]!, data[from + 1]!, data[from + 2]!)
      sums[upper + x]! += level * share
      sums[lower + x]! += level * (1 - share)
    }
  }
  const line = new Float32Array(columns + 1)
  const levels = new Uint8Array(columns * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    line.fill(0)
    for (let x = 0; x < width; x++) {
      const [to, level] = [across.first[x]!, sums[y * width + x]!]
      const part = level * across.share[x]!
      line[to]! += part
      line[to + 1]! += level - part
    }
    const part = down.part[y]!
    for (let x = 0; x < columns; x++, i++) levels[i] = line[x]! * part * across.part[x]! + 0.5
  }
  return { width: columns, height: rows, levels }
}

/** Along a side: for each old pixel a new one and its share there (the next has the rest); `part` is 1 / sum. */
function spreadOf(before: number, after: number) {
  const [first, share] = [new Int32Array(before), new Float32Array(before)]
  const weight = new Float32Array(after + 1)
  for (let i = 0; i < before; i++) {
    const at = Math.min(after - 1, Math.max(0, ((i + 0.5) * after) / before - 0.5))
    first[i] = Math.floor(at)
    share[i] = 1 - (at - first[i]!)
    weight[first[i]!]! += share[i]!
    weight[first[i]! + 1]! += 1 - share[i]!
  }
  return { first, share, part: weight.map((sum) => 1 / sum) }
}
