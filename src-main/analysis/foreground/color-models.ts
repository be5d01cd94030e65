import type { Raster } from '../photo/photo.ts'

/** Levels of each channel in the colour histograms. */
const LEVELS = 12
const CELLS = LEVELS ** 3

function cellsOf({ width, height, data }: Raster): Uint16Array {
  const cells = new Uint16Array(width * height)
  const level = (value: number): number => Math.min(LEVELS - 1, Math.floor((value * LEVELS) / 256))
  for (let i = 0; i < cells.length; i++)
    cells[i] = (level(data[3 * i]!) * LEVELS + level(data[3 * i + 1]!)) * LEVELS + level(data[3 * i + 2]!)
  return cells
}

/** Spreads part of each cell to its neighbours along one channel, so that nearly equal colours share evidence. */
function smooth(histogram: Float32Array, stride: number): Float32Array {
  return histogram.map((value, i) => {
    const level = Math.floor(i / stride) % LEVELS
    const before = level > 0 ? histogram[i - stride]! : value
    const after = level < LEVELS - 1 ? histogram[i + stride]! : value
    return 0.5 * value + 0.25 * (before + after)
  })
}

function shares(cells: Uint16Array, near: Uint8Array | null, weights: (i: number) => number): Float32Array {
  let histogram: Float32Array = new Float32Array(CELLS)
  let total = 0
  for (let i = 0; i < cells.length; i++) {
    if (near && !near[i]) continue
    const weight = weights(i)
    histogram[cells[i]!]! += weight
    total += weight
  }
  for (const stride of [1, LEVELS, LEVELS * LEVELS]) histogram = smooth(histogram, stride)
  return histogram.map((value) => (total > 0 ? value / total : 0) + 1e-5)
}

/**
 * How likely each pixel is foreground by its colour alone (0 to 1): its share among the colours of the likely
 * foreground against its share among those of the likely background. The colour term of GrabCut (Rother et al. 2004),
 * with histograms in place of mixtures. Where `near` is given, only pixels marked there are looked at, and the others
 * are undecided.
 */
export function colorLikelihood(
  raster: Raster,
  foreground: Float32Array,
  near: Uint8Array | null = null,
): Float32Array {
  const cells = cellsOf(raster)
  const inside = shares(cells, near, (i) => foreground[i]!)
  const outside = shares(cells, near, (i) => 1 - foreground[i]!)
  const likelihood = new Float32Array(cells.length)
  for (let i = 0; i < cells.length; i++)
    likelihood[i] = near && !near[i] ? 0.5 : inside[cells[i]!]! / (inside[cells[i]!]! + outside[cells[i]!]!)
  return likelihood
}
