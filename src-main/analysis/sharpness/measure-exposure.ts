import { lumaOf } from '../../base/color/luma.ts'
import type { Exposure } from '../../contract/analysis/sharpness.ts'
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
    if (r >= CLIPPED_HIGH || g >= CLIPPED_HIGH || b >= CLIPPED_HIGH) highlights++
    else if (r <= CLIPPED_LOW && g <= CLIPPED_LOW && b <= CLIPPED_LOW) shadows++
    counts[(lumaOf(r, g, b) + 0.5) | 0]!++
  }
  const pixels = Math.max(1, data.length / 3)
  return {
    shadows: rounded(shadows / pixels),
    highlights: rounded(highlights / pixels),
    middle: rounded(medianOf(counts, pixels) / 255),
  }
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
