import type { Box } from '../models/runtime/tasks.ts'
import { LUMA_UNIT, type Luma } from '../photo/photo.ts'
import { REACH, sumBends, sumSlopes, type Bends, type Slopes } from './sum-energies.ts'

/** Which parts of a region count: those with the strongest edges, or those with the finest detail. */
export type Choice = 'edges' | 'finest'

/** Minimum and maximum sides of the squares to select from, in pixels, and their minimum number along a region. */
const [MIN_BLOCK, MAX_BLOCK, BLOCKS_ALONG] = [4, 32, 8]
/** Share of the squares that counts. */
const KEPT: Readonly<Record<Choice, number>> = { edges: 0.25, finest: 0.1 }
/** Below this mean squared slope, in grey levels, there is only noise. */
const MIN_SLOPE = 16
/** How much the slopes of any direction count beside those of the weakest, for pictures that have edges one way only. */
const ANY_DIRECTION = 0.02
/** Without this share of the strongest direction's slopes there are no edges in a direction that could be blurred. */
const MIN_SHARE = 0.01
/** Second differences of neighbours on a diagonal, which lie further apart, are as fine at this many times the energy. */
const DIAGONAL = 2

/**
 * What noise of one grey level (standard deviation) adds to each squared difference. Without this correction a picture
 * without any detail would look finer, the more it is blurred.
 */
const NOISE = { slope: 2, bend: 6 }

/**
 * Fineness of a region's edges: the square root of the energy of its second differences over that of its first. For a
 * step blurred by a Gaussian of width s the value falls with 1/s, whatever its contrast, so photos of one scene can be
 * compared at any exposure. From about 0.1 (blurred by 3 pixels) to 0.9; null without edges.
 *
 * Motion blurs only along its path and leaves the edges along it as sharp as before. So the softest of four directions
 * counts, and it is measured in squares whose edges go all ways: those with the largest smaller eigenvalue of the
 * gradient tensor (J. Shi and C. Tomasi, “Good features to track”, CVPR 1994).
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
  const strength = choice === 'edges' ? edgesOf : detailOf
  const blocks = blocksOf(clip(region, luma), choice).map((block) => ({
    block,
    rank: importance((block.x1 + block.x2) / 2, (block.y1 + block.y2) / 2) * strength(luma, block),
  }))
  const chosen = blocks
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, Math.ceil(blocks.length * KEPT[choice]))
    .map(({ block }) => block)
  if (chosen.length === 0) return null
  const pixels = chosen.reduce((total, { x1, y1, x2, y2 }) => total + (x2 - x1) * (y2 - y1), 0)
  const unit = pixels * LUMA_UNIT ** 2
  const slopes = total(chosen.map((block) => sumSlopes(luma, block))).map((sum) => sum / unit) as Slopes
  if (slopes[0] + slopes[1] < MIN_SLOPE) return null
  return finenessOf(slopes, total(chosen.map((block) => sumBends(luma, block))).map((sum) => sum / unit) as Bends)
}

const total = (sums: readonly (readonly number[])[]): number[] =>
  sums[0]!.map((_, at) => sums.reduce((all, each) => all + each[at]!, 0))

/** Strength of edges in the weakest direction of a square: the smaller eigenvalue of its gradient tensor. */
function edgesOf(luma: Luma, block: Box): number {
  const [across, down, product] = sumSlopes(luma, block)
  const mean = (across + down) / 2
  return mean - Math.hypot((across - down) / 2, product) + ANY_DIRECTION * 2 * mean
}

/** Fine detail in the weakest direction of a square. */
function detailOf(luma: Luma, block: Box): number {
  const [across, down, falling, rising] = sumBends(luma, block)
  return Math.min(across, down, falling / DIAGONAL, rising / DIAGONAL) + ANY_DIRECTION * (across + down)
}

/** The least fineness of the four directions, from mean squares by pixel. */
function finenessOf([across, down, product]: Slopes, bends: Bends): number {
  const mean = (across + down) / 2
  const slopes = [across, down, mean + product, mean - product].map((slope) => slope - NOISE.slope)
  const least = MIN_SHARE * Math.max(...slopes)
  const finenesses = slopes.flatMap((slope, at) => {
    const bend = Math.max(0, bends[at]! - NOISE.bend) / (at < 2 ? 1 : DIAGONAL)
    return slope >= least ? [Math.sqrt(bend / slope)] : []
  })
  return Math.min(...finenesses)
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
