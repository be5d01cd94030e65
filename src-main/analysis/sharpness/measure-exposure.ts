import { lumaOf } from '../../base/color/luma.ts'
import type { Exposure } from '../../contract/analysis/sharpness.ts'
import type { Box } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'

/** As in the histogram of the window: one channel at its maximum, and all channels black. */
const [CLIPPED_HIGH, CLIPPED_LOW] = [254, 1]

/** The clipped shares of a picture, and its median brightness (luma of ITU-R BT.601). */
export function measureExposure({ data }: Raster): Exposure {
  const counts = new Uint32Array(256)
  let [shadows, highlights] = [0, 0]
  for (let at = 0; at < data.length; at += 3) {
    const r = data[at]!
    const g = data[at + 1]!
    const b = data[at + 2]!
    if (isHigh(r, g, b)) highlights++
    else if (isLow(r, g, b)) shadows++
    counts[(lumaOf(r, g, b) + 0.5) | 0]!++
  }
  const pixels = Math.max(1, data.length / 3)
  return {
    shadows: rounded(shadows / pixels),
    highlights: rounded(highlights / pixels),
    middle: rounded(medianOf(counts, pixels) / 255),
  }
}

const isHigh = (r: number, g: number, b: number): boolean => r >= CLIPPED_HIGH || g >= CLIPPED_HIGH || b >= CLIPPED_HIGH
const isLow = (r: number, g: number, b: number): boolean => r <= CLIPPED_LOW && g <= CLIPPED_LOW && b <= CLIPPED_LOW

/** The clipped share of a box in pixels of the picture, 0 to 1, highlights and shadows; its corners do not count. */
export function clippedShare({ width, height, data }: Raster, { x1, y1, x2, y2 }: Box): number {
  const [middleX, middleY, wide, high] = [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]
  let [pixels, clipped] = [0, 0]
  for (let y = Math.max(0, Math.floor(y1)); y < Math.min(height, y2); y++) {
    for (let x = Math.max(0, Math.floor(x1)); x < Math.min(width, x2); x++) {
      if (((x + 0.5 - middleX) / wide) ** 2 + ((y + 0.5 - middleY) / high) ** 2 > 0.25) continue
      const at = 3 * (y * width + x)
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      pixels++
      if (isHigh(r, g, b) || isLow(r, g, b)) clipped++
    }
  }
  return rounded(clipped / Math.max(1, pixels))
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

function medianOf(counts: Uint32Array, pixels: number): number {
  let below = 0
  for (let value = 0; value < counts.length; value++) {
    below += counts[value]!
    if (below * 2 >= pixels) return value
  }
  return 0
}
