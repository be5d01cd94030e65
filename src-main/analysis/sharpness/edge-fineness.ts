import type { Box } from '../models/runtime/tasks.ts'
import { LUMA_UNIT, type Luma } from '../photo/photo.ts'
import { REACH, sumEnergies } from './sum-energies.ts'

/** Which parts of a region count: those with the strongest edges, or those with the finest detail. */
export type Choice = 'edges' | 'finest'

/** Minimum and maximum sides of the squares to select from, in pixels, and their minimum number along a region. */
const [MIN_BLOCK, MAX_BLOCK, BLOCKS_ALONG] = [4, 32, 8]
/** Share of the squares that counts. */
const KEPT: Readonly<Record<Choice, number>> = { edges: 0.25, finest: 0.1 }
/** Below this mean squared slope, in grey levels, there is only noise. */
const MIN_SLOPE = 16

/**
 * What noise of one grey level (standard deviation) adds to each squared difference. Without this correction a picture
 * without any detail would look finer, the more it is blurred.
 */
const NOISE = { slope: 2, bend: 6 }

/** Sums over a square in one direction: squared first differences (slope) and second ones (bend). */
type Along = { slope: number; bend: number }
type Energy = { across: Along; down: Along; pixels: number }
/**
 * A direction counts if it has this share of the other's slopes: stripes have no edges along themselves to be blurred.
 */
const MIN_SHARE = 0.15

/**
 * Fineness of a region's edges: the square root of the energy of its second differences over that of its first. For a
 * step blurred by a Gaussian of width s the value falls with 1/s, whatever its contrast, so photos of one scene can be
 * compared at any exposure. From about 0.1 (blurred by 3 pixels) to 0.9; null without edges. The softer of the two
 * directions counts, since a moving camera blurs only along its path.
 *
 * The first differences are those of Tenengrad (E. Krotkov, “Focusing”, International Journal of Computer Vision 1,
 * 1987), the second ones the modified Laplacian (S. K. Nayar and Y. Nakagawa, “Shape from focus”, IEEE Transactions on
 * Pattern Analysis and Machine Intelligence 16, 1994). Both together give the width of an edge: J. H. Elder and
 * S. W. Zucker, “Local scale control for edge detection and blur estimation”, the same journal 20, 1998.
 *
 * With `edges`, only squares in the region's inscribed ellipse count, since the corners of a box show the background;
 * `importance` weighs each position (in pixels of the picture).
 */
export function edgeFineness(
  luma: Luma,
  region: Box,
  choice: Choice,
  importance: (x: number, y: number) => number = () => 1,
): number | null {
  const whole = clip(region, luma)
  const blocks = blocksOf(whole, choice).map((block) => ({
    ...energyOf(luma, block),
    weight: importance((block.x1 + block.x2) / 2, (block.y1 + block.y2) / 2),
  }))
  const of = choice === 'edges' ? 'slope' : 'bend'
  const by = ({ across, down, pixels, weight }: (typeof blocks)[number]) => (weight * (across[of] + down[of])) / pixels
  const chosen = blocks.toSorted((a, b) => by(b) - by(a)).slice(0, Math.ceil(blocks.length * KEPT[choice]))
  const [across, down] = [sumOf(chosen.map((block) => block.across)), sumOf(chosen.map((block) => block.down))]
  const pixels = chosen.reduce((total, block) => total + block.pixels, 0)
  const least = MIN_SLOPE * pixels
  if (chosen.length === 0 || across.slope + down.slope < least) return null
  const finenessOf = ({ slope, bend }: Along): number =>
    Math.sqrt(Math.max(0, bend - NOISE.bend * pixels) / Math.max(1, slope - NOISE.slope * pixels))
  return Math.min(...[across, down].filter(isTelling(across, down)).map(finenessOf))
}

const sumOf = (parts: readonly Along[]): Along =>
  parts.reduce((sum, { slope, bend }) => ({ slope: sum.slope + slope, bend: sum.bend + bend }), { slope: 0, bend: 0 })

const isTelling = (a: Along, b: Along) => {
  const least = MIN_SHARE * Math.max(a.slope, b.slope)
  return ({ slope }: Along): boolean => slope >= least
}

/** In whole pixels, with room around for the differences. */
const clip = ({ x1, y1, x2, y2 }: Box, { width, height }: Luma): Box => ({
  x1: Math.max(REACH, Math.round(x1)),
  y1: Math.max(REACH, Math.round(y1)),
  x2: Math.min(width - REACH, Math.round(x2)),
  y2: Math.min(height - REACH, Math.round(y2)),
})

function blocksOf({ x1, y1, x2, y2 }: Box, choice: Choice): Box[] {
  const side = Math.min(MAX_BLOCK, Math.max(MIN_BLOCK, Math.round(Math.min(x2 - x1, y2 - y1) / BLOCKS_ALONG)))
  const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2]
  const isInside = (x: number, y: number) => ((x - middleX) / (x2 - x1)) ** 2 + ((y - middleY) / (y2 - y1)) ** 2 <= 0.25
  const blocks: Box[] = []
  for (let y = y1; y + side <= y2; y += side)
    for (let x = x1; x + side <= x2; x += side)
      if (choice === 'finest' || isInside(x + side / 2, y + side / 2))
        blocks.push({ x1: x, y1: y, x2: x + side, y2: y + side })
  return blocks
}

/** Differences are taken of the parts of levels themselves, as whole numbers, and their sums are of levels again. */
function energyOf(luma: Luma, block: Box): Energy {
  const [acrossSlope, downSlope, acrossBend, downBend] = sumEnergies(luma, block).map((sum) => sum / LUMA_UNIT ** 2)
  return {
    across: { slope: acrossSlope!, bend: acrossBend! },
    down: { slope: downSlope!, bend: downBend! },
    pixels: (block.x2 - block.x1) * (block.y2 - block.y1),
  }
}
