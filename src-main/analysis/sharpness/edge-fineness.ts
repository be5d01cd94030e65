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
/** Weight of the slopes of any direction beside those of the weakest, for pictures with edges one way only. */
const ANY_DIRECTION = 0.02
/** Without this share of the strongest direction's slopes there are no edges in a direction that could be blurred. */
const MIN_SHARE = 0.01
/** Second differences along a diagonal, where neighbours lie further apart, have this many times the energy. */
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
  const blocks = blocksOf(clip(region, luma), choice)
  const weighed = blocks.flatMap((block) => {
    const weight = importance((block.x1 + block.x2) / 2, (block.y1 + block.y2) / 2)
    if (weight === 0) return []
    const sums = choice === 'edges' ? sumSlopes(luma, block) : sumBends(luma, block)
    return [{ block, sums, rank: weight * weakest(sums) }]
  })
  const chosen = weighed.toSorted((a, b) => b.rank - a.rank).slice(0, Math.ceil(blocks.length * KEPT[choice]))
  if (chosen.length === 0) return null
  const pixels = chosen.reduce((total, { block }) => total + (block.x2 - block.x1) * (block.y2 - block.y1), 0)
  const first = mean(
    chosen.map(({ sums }) => sums),
    pixels,
  )
  const second = mean(
    chosen.map(({ block }) => (choice === 'edges' ? sumBends(luma, block) : sumSlopes(luma, block))),
    pixels,
  )
  const [slopes, bends] = choice === 'edges' ? [first, second] : [second, first]
  return slopes[0]! + slopes[1]! < MIN_SLOPE ? null : finenessOf(slopes as Slopes, bends as Bends)
}

/** By pixel, in squared grey levels. */
const mean = (sums: readonly (readonly number[])[], pixels: number): number[] =>
  sums[0]!.map((_, at) => sums.reduce((total, each) => total + each[at]!, 0) / pixels / LUMA_UNIT ** 2)

/** Strength of a square's edges, or detail, in the weakest direction; of slopes the tensor's smaller eigenvalue. */
function weakest(sums: readonly [number, number, number, number?]): number {
  const [across, down, third, rising] = sums
  const min =
    rising === undefined
      ? (across + down) / 2 - Math.hypot((across - down) / 2, third)
      : Math.min(across, down, third / DIAGONAL, rising / DIAGONAL)
  return min + ANY_DIRECTION * (across + down)
}

/** The least fineness of the four directions, from mean squares by pixel. */
function finenessOf([across, down, product]: Slopes, bends: Bends): number {
  const half = (across + down) / 2
  const slopes = [across, down, half + product, half - product].map((slope) => slope - NOISE.slope)
  const min = MIN_SHARE * Math.max(...slopes)
  const finenesses = slopes.flatMap((slope, at) => {
    const bend = Math.max(0, bends[at]! - NOISE.bend) / (at < 2 ? 1 : DIAGONAL)
    return slope >= min ? [Math.sqrt(bend / slope)] : []
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
