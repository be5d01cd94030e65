import type { Mask } from '../foreground/foreground-mask.ts'
import type { Raster } from '../photo.ts'
import { rgbToLab, type Lab } from './lab.ts'

/** Pixels of nearly one colour: their mean, and how many of them are in the picture and in its foreground. */
export type ColorBin = { lab: Lab; count: number; foreground: number }

/** Bits of each channel that tell bins apart. */
const BITS = 5
const SHIFT = 8 - BITS

/** Gathers the pixels of a raster into bins of similar colour; a mask of any size covering the picture splits the counts. */
export function collectBins(raster: Raster, mask: Mask | null): ColorBin[] {
  const cells = 1 << (3 * BITS)
  const sums = [0, 1, 2].map(() => new Float64Array(cells))
  const [counts, foreground] = [new Uint32Array(cells), new Uint32Array(cells)]
  const { width, height, data } = raster
  for (let y = 0, i = 0; y < height; y++) {
    const maskRow = mask ? Math.floor((y * mask.height) / height) * mask.width : 0
    for (let x = 0; x < width; x++, i += 3) {
      const cell = ((data[i]! >> SHIFT) << (2 * BITS)) | ((data[i + 1]! >> SHIFT) << BITS) | (data[i + 2]! >> SHIFT)
      counts[cell]!++
      for (let channel = 0; channel < 3; channel++) sums[channel]![cell]! += data[i + channel]!
      if (mask && mask.data[maskRow + Math.floor((x * mask.width) / width)]! > 127) foreground[cell]!++
    }
  }
  const bins: ColorBin[] = []
  counts.forEach((count, cell) => {
    if (count === 0) return
    const [r, g, b] = sums.map((sum) => sum[cell]! / count)
    bins.push({ lab: rgbToLab(r!, g!, b!), count, foreground: foreground[cell]! })
  })
  return bins
}
