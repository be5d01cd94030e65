import type { Mask } from '../foreground/foreground-mask.ts'
import type { Raster } from '../photo/photo.ts'
import { rgbToLab } from '../../base/color/lab.ts'

/**
 * The colours of a picture in bins of nearly one colour each. For each bin: its mean as three numbers of `labs`, and
 * its pixels in the picture and in its foreground.
 */
export type ColorBins = { labs: Float64Array; counts: Uint32Array; foreground: Uint32Array }

/** Bits of each channel that select the bin. */
const BITS = 5
const SHIFT = 8 - BITS
const CELLS = 1 << (3 * BITS)

/**
 * Collects the pixels of a raster in bins of similar colour. A mask of any size that covers the picture splits the
 * counts.
 */
export function collectBins(raster: Raster, mask: Mask | null): ColorBins {
  const { bins, counts, labs } = binnedPixels(raster)
  return { labs, counts, foreground: countInside(bins, counts.length, raster, mask) }
}

/** The bin of each pixel, and the pixels and the mean of each bin. */
type BinnedPixels = { bins: Uint16Array; counts: Uint32Array; labs: Float64Array }

/** The colours and the signature of a photo ask about the same small raster, with different masks. */
const binned = new WeakMap<Raster, BinnedPixels>()

function binnedPixels(raster: Raster): BinnedPixels {
  const known = binned.get(raster)
  if (known !== undefined) return known
  const found = binPixels(raster)
  binned.set(raster, found)
  return found
}

/**
 * Pixels and sums of each cell, and then its bin. Used again for each picture and left at 0: to allocate half a
 * megabyte takes as long as to fill it.
 */
const counts = new Uint32Array(CELLS)
const sums = new Uint32Array(3 * CELLS)
const binOf = new Uint16Array(CELLS)

function binPixels({ width, height, data }: Raster): BinnedPixels {
  const bins = new Uint16Array(width * height)
  const seen: number[] = []
  for (let pixel = 0, i = 0; pixel < bins.length; pixel++, i += 3) {
    const r = data[i]!
    const g = data[i + 1]!
    const b = data[i + 2]!
    const cell = ((r >> SHIFT) << (2 * BITS)) | ((g >> SHIFT) << BITS) | (b >> SHIFT)
    bins[pixel] = cell
    if (counts[cell]!++ === 0) seen.push(cell)
    sums[3 * cell]! += r
    sums[3 * cell + 1]! += g
    sums[3 * cell + 2]! += b
  }
  // Sorted by colour and not by position: the same colours give the same bins wherever they are.
  const used = Uint16Array.from(seen).sort()
  const ofBins = Uint32Array.from(used, (cell) => counts[cell]!)
  const labs = new Float64Array(3 * used.length)
  for (let bin = 0; bin < used.length; bin++) {
    const cell = used[bin]!
    const count = counts[cell]!
    labs.set(rgbToLab(sums[3 * cell]! / count, sums[3 * cell + 1]! / count, sums[3 * cell + 2]! / count), 3 * bin)
    binOf[cell] = bin
    counts[cell] = 0
    sums.fill(0, 3 * cell, 3 * cell + 3)
  }
  for (let pixel = 0; pixel < bins.length; pixel++) bins[pixel] = binOf[bins[pixel]!]!
  return { bins, counts: ofBins, labs }
}

/** The number of pixels inside the mask, by bin; none without a mask. */
function countInside(bins: Uint16Array, count: number, { width, height }: Raster, mask: Mask | null): Uint32Array {
  const inside = new Uint32Array(count)
  if (mask === null) return inside
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * mask.width) / width))
  for (let y = 0, pixel = 0; y < height; y++) {
    const row = Math.floor((y * mask.height) / height) * mask.width
    for (let x = 0; x < width; x++, pixel++) if (mask.data[row + columns[x]!]! > 127) inside[bins[pixel]!]!++
  }
  return inside
}

/** The number of pixels outside the mask, by bin. */
export function countOutside({ counts, foreground }: ColorBins): Uint32Array {
  return counts.map((count, bin) => count - foreground[bin]!)
}
