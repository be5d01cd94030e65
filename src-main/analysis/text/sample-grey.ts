import type { GreyPicture, Point } from '../models/runtime/tasks.ts'
import { LUMA_UNIT, type Luma } from '../photo/photo.ts'

/** A parallelogram by three of its corners, in pixels of the raster: where it begins, and the ends of its two sides. */
export type Parallelogram = { start: Point; right: Point; down: Point }

/**
 * Resamples a part of the brightness to a size: bilinear, and the mean of several samples where it shrinks, so that
 * fine strokes do not vanish. Pixels outside repeat the edge.
 */
export function sampleGrey(
  luma: Luma,
  { start, right, down }: Parallelogram,
  width: number,
  height: number,
): GreyPicture {
  const across = { x: (right.x - start.x) / width, y: (right.y - start.y) / width }
  const along = { x: (down.x - start.x) / height, y: (down.y - start.y) / height }
  const columns = Math.max(1, Math.round(Math.hypot(across.x, across.y)))
  const rows = Math.max(1, Math.round(Math.hypot(along.x, along.y)))
  const levels = new Uint8Array(width * height)
  const share = 1 / (columns * rows * LUMA_UNIT)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let row = 0; row < rows; row++) {
        const v = y + (row + 0.5) / rows
        for (let column = 0; column < columns; column++) {
          const u = x + (column + 0.5) / columns
          sum += levelAt(luma, start.x + u * across.x + v * along.x - 0.5, start.y + u * across.y + v * along.y - 0.5)
        }
      }
      levels[y * width + x] = sum * share + 0.5
    }
  }
  return { width, height, levels }
}

function levelAt({ width, height, levels }: Luma, x: number, y: number): number {
  const [left, top] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))]
  const [x0, y0] = [Math.floor(left), Math.floor(top)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [left - x0, top - y0]
  const above = levels[y0 * width + x0]! * (1 - fx) + levels[y0 * width + x1]! * fx
  const below = levels[y1 * width + x0]! * (1 - fx) + levels[y1 * width + x1]! * fx
  return above * (1 - fy) + below * fy
}

/** An upright rectangle in pixels of the raster, by its corners. */
export type Upright = { x1: number; y1: number; x2: number; y2: number }

/** Resamples an upright part as `sampleGrey` does, at a fraction of its cost: first along rows, then between them. */
export function sampleUpright(
  { levels: from, width: stride, height: lines }: Luma,
  { x1, y1, x2, y2 }: Upright,
  width: number,
  height: number,
): GreyPicture {
  const [across, down] = [samplesOf(x1, x2, width, stride), samplesOf(y1, y2, height, lines)]
  const [start, end] = [down.first[0]!, down.first.at(-1)! + down.next]
  const rows = new Float32Array((end - start + 1) * width)
  for (let y = start, to = 0; y <= end; y++)
    for (let x = 0, i = 0; x < width; x++, to++)
      for (let column = 0; column < across.count; column++, i++) {
        const [at, part] = [y * stride + across.first[i]!, across.part[i]!]
        rows[to]! += from[at]! * (1 - part) + from[at + across.next]! * part
      }
  const levels = new Uint8Array(width * height)
  const sums = new Float32Array(width)
  const share = 1 / (across.count * down.count * LUMA_UNIT)
  for (let y = 0, i = 0; y < height; y++) {
    sums.fill(0.5)
    for (let row = 0; row < down.count; row++, i++) {
      const [upper, part] = [(down.first[i]! - start) * width, down.part[i]!]
      const lower = upper + down.next * width
      for (let x = 0; x < width; x++) sums[x]! += (rows[upper + x]! * (1 - part) + rows[lower + x]! * part) * share
    }
    levels.set(sums, y * width)
  }
  return { width, height, levels }
}

/** Samples along a side: `count` for each new pixel, each between an old one and the `next`, and its part of that. */
function samplesOf(start: number, end: number, size: number, limit: number) {
  const step = (end - start) / size
  const count = Math.max(1, Math.round(step))
  const [first, part] = [new Int32Array(size * count), new Float32Array(size * count)]
  for (let i = 0; i < first.length; i++) {
    const at = Math.min(limit - 1, Math.max(0, start + ((i + 0.5) / count) * step - 0.5))
    first[i] = Math.max(0, Math.min(limit - 2, Math.floor(at)))
    part[i] = at - first[i]!
  }
  return { count, first, part, next: limit > 1 ? 1 : 0 }
}
