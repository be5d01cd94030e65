import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'
import { areaOf, boxOdds, fillBoxes, type BoxTrust, type ObjectBox } from './box-odds.ts'
import { minimumBarrierMap } from './minimum-barrier-map.ts'
import { resampleMap } from './shrink.ts'
import { cutGrid } from './cut-grid.ts'

/** Evidence about the main object; `boxes` are in pixels of the raster. */
export type ForegroundEvidence = {
  /** A small copy of the picture, about 100 pixels a side. */
  raster: Raster
  saliency: SaliencyMap | null
  /** The barrier map of the raster, if already known. */
  barriers?: SaliencyMap
  boxes: readonly ObjectBox[]
}

/** The foreground of a picture: 255 for the main object, otherwise 0; one byte a pixel, row-major. */
export type Mask = { width: number; height: number; data: Uint8Array }

/**
 * Trust in each kind of evidence: a factor for the log-odds of colours and of the saliency map, besides the trust in
 * boxes.
 */
type Trust = BoxTrust & { color: number; map: number; hasOutline: boolean }
/**
 * A saliency model knows outlines, so boxes select among its finds; without one, colours must find the outline inside a
 * box.
 */
const BESIDE_MODEL: Trust = { edge: 1.2, middle: 3.5, outside: -6, fill: 0.6, color: 1, map: 0.85, hasOutline: true }
const WITHOUT_MODEL: Trust = { edge: 1.2, middle: 1.2, outside: -2.4, fill: 0, color: 1, map: 1, hasOutline: false }
/** Background colours are sampled within this share of a box's size around it. */
const RING = 0.2
/** How often the colour models are refitted to the mask. */
const ITERATIONS = 2
/** Barrier maps are much less reliable than a model: nearly useless beside boxes, more useful without them. */
const BARRIER_TRUST = { withBoxes: 0.3, alone: 1 }

const limit = (p: number, edge: number): number => Math.min(1 - edge, Math.max(edge, p))
const logOdds = (p: number, edge: number): number => Math.log(limit(p, edge) / (1 - limit(p, edge)))
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Separates the main object from its background. It adds, as independent evidence, log-odds of a saliency map (the
 * model's, otherwise a barrier map), of object boxes, and of colour models fitted to the picture itself. Then it cuts
 * the outline along changes of colour.
 */
export function foregroundMask({ raster, saliency, barriers, boxes }: ForegroundEvidence): Mask {
  const { width, height } = raster
  const trust = saliency ? BESIDE_MODEL : WITHOUT_MODEL
  const prior = priorOdds(raster, saliency, barriers, boxes.length > 0, trust.map)
  addEvidence(prior, boxOdds(boxes, width, height, trust))
  const odds = fillBoxes(prior, boxes, width, height, trust.fill)
  const near = boxes.length > 0 ? around(boxes, width, height) : null
  const cells = cellsOf(raster)
  let total = odds
  for (let round = 0; round < ITERATIONS; round++) {
    const ofColors = colorOdds(cells, total, near)
    const sum = new Float32Array(odds.length)
    for (let i = 0; i < sum.length; i++)
      sum[i] = near && !near[i] ? odds[i]! : odds[i]! + trust.color * ofColors[cells[i]!]!
    total = sum
  }
  return { width, height, data: trust.hasOutline ? findOutline(raster, total) : mark(total) }
}

/** Marks every pixel separately: 255 if the odds favour the foreground. */
function mark(odds: Float32Array): Uint8Array {
  const data = new Uint8Array(odds.length)
  for (let i = 0; i < odds.length; i++) data[i] = odds[i]! > 0 ? 255 : 0
  return data
}

/** Marks the boxes and their close surroundings. */
function around(boxes: readonly ObjectBox[], width: number, height: number): Uint8Array {
  const near = new Uint8Array(width * height)
  for (const {
    box: { x1, y1, x2, y2 },
  } of boxes) {
    const [dx, dy] = [RING * (x2 - x1) + 2, RING * (y2 - y1) + 2]
    const { left, right, top, bottom } = areaOf({ x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy }, width, height)
    for (let y = top; y < bottom; y++) near.fill(1, y * width + left, y * width + Math.max(left, right))
  }
  return near
}

function priorOdds(
  raster: Raster,
  saliency: SaliencyMap | null,
  barriers: SaliencyMap | undefined,
  hasBoxes: boolean,
  trust: number,
): Float32Array {
  if (saliency) return resampleMap(saliency, raster.width, raster.height).map((p) => trust * logOdds(p, 0.02))
  const { values } = barriers ?? minimumBarrierMap(raster)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  const threshold = 2 * (sum / values.length)
  const strength = hasBoxes ? BARRIER_TRUST.withBoxes : BARRIER_TRUST.alone
  const middle = logOdds(threshold, 0.05)
  const odds = new Float32Array(values.length)
  for (let i = 0; i < odds.length; i++) odds[i] = strength * (logOdds(values[i]!, 0.02) - middle)
  return odds
}

function addEvidence(odds: Float32Array, more: Float32Array): void {
  for (let i = 0; i < odds.length; i++) odds[i]! += more[i]!
}

/** Levels of each channel in the colour histograms. */
const LEVELS = 12
const CELLS = LEVELS ** 3
const LEVEL_OF = Uint8Array.from({ length: 256 }, (_, value) => Math.floor((value * LEVELS) / 256))

/** The cell of each pixel's colour in the histograms. */
function cellsOf({ width, height, data }: Raster): Uint16Array {
  const cells = new Uint16Array(width * height)
  for (let i = 0, at = 0; i < cells.length; i++, at += 3)
    cells[i] = (LEVEL_OF[data[at]!]! * LEVELS + LEVEL_OF[data[at + 1]!]!) * LEVELS + LEVEL_OF[data[at + 2]!]!
  return cells
}

/**
 * The log-odds of foreground for each cell of colours, by colour alone: its share among the colours of the likely
 * foreground against that among the likely background. The colour term of GrabCut (Rother et al. 2004), with histograms
 * in place of mixtures. If `near` is given, only marked pixels count. Cells without a pixel stay 0.
 */
function colorOdds(cells: Uint16Array, odds: Float32Array, near: Uint8Array | null): Float64Array {
  const [inside, outside, isUsed] = [new Float32Array(CELLS), new Float32Array(CELLS), new Uint8Array(CELLS)]
  let [ofInside, ofOutside] = [0, 0]
  for (let i = 0; i < cells.length; i++) {
    if (near && !near[i]) continue
    const cell = cells[i]!
    isUsed[cell] = 1
    const foreground = Math.fround(probability(odds[i]!))
    inside[cell]! += foreground
    outside[cell]! += 1 - foreground
    ofInside += foreground
    ofOutside += 1 - foreground
  }
  const [within, around] = [sharesOf(inside, ofInside), sharesOf(outside, ofOutside)]
  const found = new Float64Array(CELLS)
  for (let cell = 0; cell < CELLS; cell++)
    if (isUsed[cell]) found[cell] = logOdds(Math.fround(within[cell]! / (within[cell]! + around[cell]!)), 0.05)
  return found
}

/** The share of each cell, never 0, with part of each cell spread to similar colours. */
function sharesOf(histogram: Float32Array, total: number): Float32Array {
  let spread = histogram
  for (const stride of [1, LEVELS, LEVELS * LEVELS]) spread = smooth(spread, stride)
  for (let cell = 0; cell < CELLS; cell++) spread[cell] = (total > 0 ? spread[cell]! / total : 0) + 1e-5
  return spread
}

/** Spreads part of each cell to its neighbours along one channel, so that similar colours share evidence. */
function smooth(histogram: Float32Array, stride: number): Float32Array {
  const smoothed = new Float32Array(CELLS)
  const last = (LEVELS - 1) * stride
  for (let start = 0; start < CELLS; start += LEVELS * stride)
    for (let along = 0; along <= last; along += stride)
      for (let i = start + along; i < start + along + stride; i++) {
        const value = histogram[i]!
        const before = along > 0 ? histogram[i - stride]! : value
        const after = along < last ? histogram[i + stride]! : value
        smoothed[i] = 0.5 * value + 0.25 * (before + after)
      }
  return smoothed
}

/** Preferences and links are multiples of 1 / this, so that the cut is exact. */
const PARTS = 256
/** Limit of log-odds: the number of pixels matters more than the certainty of each. */
const MAX_ODDS = 1
/** The cost of separating two neighbours of the same colour, in log-odds. */
const SMOOTHNESS = 2
/** Steps in columns and rows to the right, lower, lower right and lower left neighbour. */
const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

/**
 * The inside (255) and outside (0) that best match the pixels' log-odds and have their border along changes of colour:
 * the contrast-sensitive graph cut of Boykov and Jolly (2001) and GrabCut (Rother et al. 2004), exact.
 */
function findOutline(raster: Raster, odds: Float32Array): Uint8Array {
  const wishes = new Int32Array(odds.length)
  for (let i = 0; i < odds.length; i++)
    wishes[i] = Math.round(PARTS * Math.min(MAX_ODDS, Math.max(-MAX_ODDS, odds[i]!)))
  return cutGrid(raster.width, raster.height, wishes, colorLinks(raster))
}

/**
 * The cost of separating a pixel from each of its four later neighbours: it falls with their difference in colour,
 * relative to the mean difference.
 */
function colorLinks(raster: Raster): Int32Array {
  const links = contrasts(raster)
  let [sum, known, highest] = [0, 0, 0]
  for (let i = 0; i < links.length; i++) {
    const contrast = links[i]!
    if (contrast < 0) continue
    sum += contrast
    known++
    if (contrast > highest) highest = contrast
  }
  const fall = sum > 0 ? known / (2 * sum) : 0
  /** The share of the cost for each contrast, 0 until it is computed: most contrasts are low and occur many times. */
  const shares = new Float64Array(highest + 1)
  for (let i = 0; i < links.length; i++) {
    const contrast = links[i]!
    const cost = (i & 3) < 2 ? PARTS * SMOOTHNESS : PARTS * SMOOTHNESS * Math.SQRT1_2
    links[i] = contrast < 0 ? 0 : Math.round(cost * (shares[contrast] ||= Math.exp(-fall * contrast)))
  }
  return links
}

/** Squared RGB distance to each of four neighbours, -1 beyond the border. */
function contrasts({ width, height, data }: Raster): Int32Array {
  const contrast = new Int32Array(4 * width * height).fill(-1)
  for (const [k, [dx, dy]] of NEIGHBOURS.entries()) {
    const away = 3 * (dy * width + dx)
    const last = width - Math.max(0, dx)
    for (let y = 0; y < height - dy; y++) {
      for (let at = y * width + Math.max(0, -dx); at < y * width + last; at++) {
        const i = 3 * at
        const j = i + away
        const r = data[i]! - data[j]!
        const g = data[i + 1]! - data[j + 1]!
        const b = data[i + 2]! - data[j + 2]!
        contrast[4 * at + k] = r * r + g * g + b * b
      }
    }
  }
  return contrast
}
