import type { Mask } from '../foreground/foreground-mask.ts'
import type { Raster } from '../photo/photo.ts'
import { rgbToLab, type Lab } from '../../base/color/lab.ts'

/** Pixels of nearly one colour: their mean, and their number in the picture and in its foreground. */
export type ColorBin = { lab: Lab; count: number; foreground: number }

/** Bits of each channel that select the bin. */
const BITS = 5
const SHIFT = 8 - BITS

/**
 * Collects the pixels of a raster in bins of similar colour. A mask of any size that covers the picture splits the
 * counts.
 */
export function collectBins(raster: Raster, mask: Mask | null): ColorBin[] {
  const { width, height, data } = raster
  const cells = 1 << (3 * BITS)
  const counts = new Uint32Array(cells)
  const foreground = new Uint32Array(mask ? cells : 0)
  const sums = new Uint32Array(3 * cells)
  const used: number[] = []
  for (let y = 0, i = 0; y < height; y++) {
    const maskRow = mask ? Math.floor((y * mask.height) / height) * mask.width : 0
    for (let x = 0; x < width; x++, i += 3) {
      const cell = ((data[i]! >> SHIFT) << (2 * BITS)) | ((data[i + 1]! >> SHIFT) << BITS) | (data[i + 2]! >> SHIFT)
      if (counts[cell]!++ === 0) used.push(cell)
      sums[3 * cell]! += data[i]!
      sums[3 * cell + 1]! += data[i + 1]!
      sums[3 * cell + 2]! += data[i + 2]!
      if (mask !== null && mask.data[maskRow + Math.floor((x * mask.width) / width)]! > 127) foreground[cell]!++
    }
  }
  // Sorted by colour and not by position: the same colours give the same bins wherever they are.
  return [...Uint32Array.from(used).sort()].map((cell) => {
    const count = counts[cell]!
    return {
      lab: rgbToLab(sums[3 * cell]! / count, sums[3 * cell + 1]! / count, sums[3 * cell + 2]! / count),
      count,
      foreground: foreground[cell] ?? 0,
    }
  })
}
