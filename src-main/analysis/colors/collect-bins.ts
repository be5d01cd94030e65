import type { Mask } from '../foreground/foreground-mask.ts'
import type { Raster } from '../photo/photo.ts'
import { rgbToLab, type Lab } from '../../base/color/lab.ts'

/** Pixels of nearly one colour: their mean, and their number in the picture and in its foreground. */
export type ColorBin = { lab: Lab; count: number; foreground: number }

/** Bits of each channel that select the bin. */
const BITS = 5
const SHIFT = 8 - BITS
const CELLS = 1 << (3 * BITS)

/**
 * Collects the pixels of a raster in bins of similar colour. A mask of any size that covers the picture splits the
 * counts.
 */
export function collectBins(raster: Raster, mask: Mask | null): ColorBin[] {
  const { cells, used, counts, labs } = binnedPixels(raster)
  const foreground = mask && countInside(cells, raster, mask)
  return labs.map((lab, i) => ({ lab, count: counts[i]!, foreground: foreground ? foreground[used[i]!]! : 0 }))
}

/** The cell of each pixel, and of each cell in use its number, its pixels and their mean. */
type BinnedPixels = { cells: Uint16Array; used: Uint32Array; counts: Uint32Array; labs: Lab[] }

/** The colours and the signature of a photo ask about the same small raster, with different masks. */
const binned = new WeakMap<Raster, BinnedPixels>()

function binnedPixels(raster: Raster): BinnedPixels {
  const known = binned.get(raster)
  if (known !== undefined) return known
  const found = binPixels(raster)
  binned.set(raster, found)
  return found
}

function binPixels({ width, height, data }: Raster): BinnedPixels {
  const cells = new Uint16Array(width * height)
  const counts = new Uint32Array(CELLS)
  const sums = new Uint32Array(3 * CELLS)
  const seen: number[] = []
  for (let pixel = 0, i = 0; pixel < cells.length; pixel++, i += 3) {
    const r = data[i]!
    const g = data[i + 1]!
    const b = data[i + 2]!
    const cell = ((r >> SHIFT) << (2 * BITS)) | ((g >> SHIFT) << BITS) | (b >> SHIFT)
    cells[pixel] = cell
    if (counts[cell]!++ === 0) seen.push(cell)
    sums[3 * cell]! += r
    sums[3 * cell + 1]! += g
    sums[3 * cell + 2]! += b
  }
  // Sorted by colour and not by position: the same colours give the same bins wherever they are.
  const used = Uint32Array.from(seen).sort()
  const labs = Array.from(used, (cell) => {
    const count = counts[cell]!
    return rgbToLab(sums[3 * cell]! / count, sums[3 * cell + 1]! / count, sums[3 * cell + 2]! / count)
  })
  return { cells, used, counts: used.map((cell) => counts[cell]!), labs }
}

/** The number of pixels inside the mask, by cell. */
function countInside(cells: Uint16Array, { width, height }: Raster, mask: Mask): Uint32Array {
  const inside = new Uint32Array(CELLS)
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * mask.width) / width))
  for (let y = 0, pixel = 0; y < height; y++) {
    const row = Math.floor((y * mask.height) / height) * mask.width
    for (let x = 0; x < width; x++, pixel++) if (mask.data[row + columns[x]!]! > 127) inside[cells[pixel]!]!++
  }
  return inside
}
