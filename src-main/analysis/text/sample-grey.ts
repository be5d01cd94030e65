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
