import { LRUCache } from 'lru-cache'
import type { Mask } from '../foreground/foreground-mask.ts'
import { shrinkRaster } from '../foreground/shrink.ts'
import type { Raster } from '../photo/photo.ts'
import { evenLightness } from './even-lightness.ts'
import { COLOR_SIDE } from './extract-colors.ts'
import { collectBins, countOutside } from './collect-bins.ts'
import { length } from '../../base/color/ciede2000.ts'

/** Grid of a histogram in Lab: levels of lightness, and of a and b from -AB_REACH to AB_REACH. */
const LIGHTNESS = 4
const AB = 5
const AB_REACH = 60
const CELLS = LIGHTNESS * AB * AB
/**
 * Numbers in a colour signature: of the whole picture, of its centre, and of its border; the latter with even
 * lightness.
 */
export const COLOR_DIMENSIONS = 3 * CELLS

/** Weight of each histogram. The more the evened ones weigh, the worse rotated and cropped copies are found. */
const PARTS = { whole: 0.6, centre: 0.24, border: 0.16 }
/** From this chroma on a pixel counts `1 + CHROMA` times: colours distinguish pictures, and most pixels are grey. */
const FULL_CHROMA = 40
const CHROMA = 2
/** The centre is an ellipse with this radius, as part of each side: about 0.4 of the picture. */
const CENTRE_RADIUS = Math.SQRT1_2 / 2

/**
 * The colour signature, for finding pictures with similar colours: the square roots of three histograms over Lab,
 * together at length 1. Each colour is shared among its eight nearest cells. The cosine of two signatures is a mean of
 * the Bhattacharyya coefficients of their histograms. The first histogram is of the unchanged picture; the others are
 * of its centre and of its border, with lightness evened out, so that a brighter copy is found. Mirroring and rotation
 * change nothing. With a mask only the foreground counts, wherever it is, or the whole picture if the foreground is
 * empty.
 */
export function colorSignature(raster: Raster, mask: Mask | null = null): Float32Array {
  const small = shrinkRaster(raster, COLOR_SIDE)
  const inMask = mask && collectBins(small, mask)
  const hasMask = inMask !== null && isAny(inMask.foreground)
  const bins = hasMask ? inMask : collectBins(small, centreOf(small))
  const { labs, counts, foreground } = bins
  const all = hasMask ? foreground : counts
  const whole = weighByChroma(labs, all)
  const centre = weighByChroma(labs, foreground)
  const border = hasMask ? centre : weighByChroma(labs, countOutside(bins))
  const evened = evenOut(labs, all)
  const signature = new Float32Array(COLOR_DIMENSIONS)
  signature.set(rootsOf(labs, whole, PARTS.whole), 0)
  signature.set(rootsOf(evened, isAny(centre) ? centre : whole, PARTS.centre), CELLS)
  signature.set(rootsOf(evened, isAny(border) ? border : whole, PARTS.border), 2 * CELLS)
  return signature
}

/** Whether a part of the picture has pixels: one of few may have no centre or no border. */
const isAny = (weights: Uint32Array | Float64Array): boolean => weights.some((weight) => weight > 0)

/** The weight of each bin, whose mean is three numbers of `labs`. */
function weighByChroma(labs: Float64Array, counts: Uint32Array): Float64Array {
  const weights = new Float64Array(counts.length)
  for (let bin = 0; bin < counts.length; bin++) {
    const chroma = length(labs[3 * bin + 1]!, labs[3 * bin + 2]!)
    weights[bin] = counts[bin]! * (1 + CHROMA * Math.min(1, chroma / FULL_CHROMA))
  }
  return weights
}

/** The same colours, with even lightness. */
function evenOut(labs: Float64Array, counts: Uint32Array): Float64Array {
  const lightnesses = Float64Array.from({ length: counts.length }, (_, bin) => labs[3 * bin]!)
  const even = evenLightness(lightnesses, counts)
  const evened = labs.slice()
  for (let bin = 0; bin < counts.length; bin++) evened[3 * bin] = even(lightnesses[bin]!)
  return evened
}

/** Photos of one camera have one size. */
const centres = new LRUCache<string, Mask>({ max: 8 })

function centreOf({ width, height }: Raster): Mask {
  const key = `${width}x${height}`
  const known = centres.get(key)
  if (known !== undefined) return known
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [((i % width) + 0.5) / width - 0.5, (Math.floor(i / width) + 0.5) / height - 0.5]
    return x * x + y * y < CENTRE_RADIUS ** 2 ? 255 : 0
  })
  const centre = { width, height, data }
  centres.set(key, centre)
  return centre
}

/** The square roots of a histogram whose cells sum to `share`. */
function rootsOf(labs: Float64Array, weights: Float64Array, share: number): Float32Array {
  const histogram = new Float64Array(CELLS)
  let total = 0
  for (let bin = 0; bin < weights.length; bin++) {
    const weight = weights[bin]!
    if (weight === 0) continue
    shareAmong(histogram, labs[3 * bin]!, labs[3 * bin + 1]!, labs[3 * bin + 2]!, weight)
    total += weight
  }
  return Float32Array.from(histogram, (value) => Math.sqrt((share * value) / total))
}

/** Shares a colour among the eight cells around it. Loops without lists, since this takes most of the time. */
function shareAmong(histogram: Float64Array, L: number, a: number, b: number, weight: number): void {
  const l = placeOf(L / 100, LIGHTNESS)
  const u = placeOf(a / (2 * AB_REACH) + 0.5, AB)
  const v = placeOf(b / (2 * AB_REACH) + 0.5, AB)
  const l0 = cellBelow(l, LIGHTNESS)
  const u0 = cellBelow(u, AB)
  const v0 = cellBelow(v, AB)
  for (let i = l0; i <= l0 + 1; i++) {
    for (let j = u0; j <= u0 + 1; j++) {
      const near = weight * (1 - Math.abs(l - i)) * (1 - Math.abs(u - j))
      const at = (i * AB + j) * AB + v0
      histogram[at]! += near * (1 - (v - v0))
      histogram[at + 1]! += near * (v - v0)
    }
  }
}

/** Position of a value from 0 to 1 among `cells` cells. */
const placeOf = (value: number, cells: number): number => Math.min(cells - 1, Math.max(0, value * (cells - 1)))
/** The lower of the two cells next to a position. */
const cellBelow = (place: number, cells: number): number => Math.min(cells - 2, Math.floor(place))
