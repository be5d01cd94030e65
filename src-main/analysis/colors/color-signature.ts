import type { Mask } from '../foreground/foreground-mask.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Raster } from '../photo/photo.ts'
import { COLOR_SIDE } from './extract-colors.ts'
import { collectBins } from './color-bins.ts'
import type { Lab } from '../../color/lab.ts'

/** Grid of the histogram in Lab: levels of lightness, and of a and b from -AB_REACH to AB_REACH. */
const LIGHTNESS = 6
const AB = 7
const AB_REACH = 84
/** Numbers in a colour signature. */
export const COLOR_DIMENSIONS = LIGHTNESS * AB * AB

/**
 * The colour signature, for finding pictures with similar colours: the square root of a histogram over Lab in which
 * each colour is shared among its eight nearest cells, at length 1. The cosine of two signatures is the Bhattacharyya
 * coefficient of the histograms; where things are in the picture does not matter. With a mask only its foreground
 * counts, or the whole picture where it is empty.
 */
export function colorSignature(raster: Raster, mask: Mask | null = null): Float32Array {
  const bins = collectBins(shrinkRaster(raster, COLOR_SIDE), mask)
  const useMask = bins.some((bin) => bin.foreground > 0)
  const histogram = new Float64Array(COLOR_DIMENSIONS)
  let total = 0
  for (const bin of bins) {
    const weight = useMask ? bin.foreground : bin.count
    share(histogram, bin.lab, weight)
    total += weight
  }
  return Float32Array.from(histogram, (value) => Math.sqrt(value / total))
}

function share(histogram: Float64Array, [L, a, b]: Lab, weight: number): void {
  const at = (value: number, cells: number): [cell: number, part: number] => {
    const place = Math.min(cells - 1, Math.max(0, value * (cells - 1)))
    const cell = Math.min(cells - 2, Math.floor(place))
    return [cell, place - cell]
  }
  const [l, lPart] = at(L / 100, LIGHTNESS)
  const [u, uPart] = at(a / (2 * AB_REACH) + 0.5, AB)
  const [v, vPart] = at(b / (2 * AB_REACH) + 0.5, AB)
  for (const [dl, wl] of [
    [0, 1 - lPart],
    [1, lPart],
  ] as const) {
    for (const [du, wu] of [
      [0, 1 - uPart],
      [1, uPart],
    ] as const) {
      for (const [dv, wv] of [
        [0, 1 - vPart],
        [1, vPart],
      ] as const)
        histogram[((l + dl) * AB + u + du) * AB + v + dv]! += weight * wl * wu * wv
    }
  }
}
