import type { Raster } from '../photo/photo.ts'
import { cutGrid } from './grid-cut.ts'

/** Preferences and links are whole numbers of this many parts, so that the cut is exact. */
const PARTS = 256
/** Log-odds are limited to this: the number of pixels matters more than the certainty of each. */
const MAX_ODDS = 1
/** The cost of separating two neighbours of one colour, in log-odds. */
const SMOOTHNESS = 2
/** Columns and rows to the right, lower, lower right and lower left neighbour. */
const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

/**
 * The inside (255) and outside (0) that agree best with the log-odds of the pixels and separate them where colours
 * change: the contrast-sensitive graph cut of Boykov and Jolly (2001) and GrabCut (Rother et al. 2004), exact.
 */
export function findOutline(raster: Raster, odds: Float32Array): Uint8Array {
  const wishes = new Int32Array(odds.length)
  for (let i = 0; i < odds.length; i++)
    wishes[i] = Math.round(PARTS * Math.min(MAX_ODDS, Math.max(-MAX_ODDS, odds[i]!)))
  return cutGrid(raster.width, raster.height, wishes, colorLinks(raster))
}

/**
 * The cost of separating a pixel from each of its four later neighbours: less the more their colours differ, beside the
 * mean difference.
 */
function colorLinks(raster: Raster): Int32Array {
  const links = contrasts(raster)
  let [sum, known] = [0, 0]
  for (let i = 0; i < links.length; i++) {
    if (links[i]! < 0) continue
    sum += links[i]!
    known++
  }
  const fall = sum > 0 ? known / (2 * sum) : 0
  const costs = [PARTS * SMOOTHNESS, PARTS * SMOOTHNESS * Math.SQRT1_2] as const
  for (let i = 0; i < links.length; i++)
    links[i] = links[i]! < 0 ? 0 : Math.round(costs[(i & 3) < 2 ? 0 : 1] * Math.exp(-fall * links[i]!))
  return links
}

/** Squared RGB distance to each of four neighbours, -1 over the border. */
function contrasts({ width, height, data }: Raster): Int32Array {
  const contrast = new Int32Array(4 * width * height).fill(-1)
  for (let k = 0; k < 4; k++) {
    const [dx, dy] = NEIGHBOURS[k]!
    for (let y = 0; y < height - dy; y++) {
      for (let x = Math.max(0, -dx); x < width - Math.max(0, dx); x++) {
        const at = y * width + x
        const [i, j] = [3 * at, 3 * (at + dy * width + dx)]
        const [r, g, b] = [data[i]! - data[j]!, data[i + 1]! - data[j + 1]!, data[i + 2]! - data[j + 2]!]
        contrast[4 * at + k] = r * r + g * g + b * b
      }
    }
  }
  return contrast
}
