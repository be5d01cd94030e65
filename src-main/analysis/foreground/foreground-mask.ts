import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'
import { areaOf, boxOdds, fillBoxes, type BoxTrust, type ObjectBox } from './box-odds.ts'
import { colorLikelihood } from './color-models.ts'
import { minimumBarrierMap } from './minimum-barrier.ts'
import { findOutline } from './outline.ts'
import { resampleMap } from './shrink.ts'

/** What is known about the main object; `boxes` are in pixels of the raster. */
export type ForegroundEvidence = {
  /** A small copy of the picture, about 100 pixels a side. */
  raster: Raster
  saliency: SaliencyMap | null
  /** The barrier map of the raster, where it is known already. */
  barriers?: SaliencyMap
  boxes: readonly ObjectBox[]
}

/** The foreground of a picture: 255 where the main object is, else 0; one byte a pixel, row-major. */
export type Mask = { width: number; height: number; data: Uint8Array }

/**
 * How far each kind of evidence is trusted: a factor on the log-odds of colours and of the saliency map beside the
 * trust in boxes.
 */
type Trust = BoxTrust & { color: number; map: number; hasOutline: boolean }
/**
 * A saliency model knows outlines, so boxes choose among what it found; without one, colours have to find the outline
 * inside a box.
 */
const BESIDE_MODEL: Trust = { edge: 1.2, middle: 3.5, outside: -6, fill: 0.6, color: 1, map: 0.85, hasOutline: true }
const WITHOUT_MODEL: Trust = { edge: 1.2, middle: 1.2, outside: -2.4, fill: 0, color: 1, map: 1, hasOutline: false }
/** Colours are told from those within this share of a box's size around it. */
const RING = 0.2
/** How often the colour models are fitted again to the mask. */
const ITERATIONS = 2
/** Barrier maps are much less sure than a model: near nothing beside boxes, more where they are all there is. */
const BARRIER_TRUST = { withBoxes: 0.3, alone: 1 }

const limit = (p: number, edge: number): number => Math.min(1 - edge, Math.max(edge, p))
const logOdds = (p: number, edge: number): number => Math.log(limit(p, edge) / (1 - limit(p, edge)))
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Tells the main object from its background: log-odds of a saliency map (the model's, or a barrier map where there is
 * none), of object boxes, and of colour models fitted to the picture itself, added up as independent evidence; the
 * outline is then cut where colours change.
 */
export function foregroundMask({ raster, saliency, barriers, boxes }: ForegroundEvidence): Mask {
  const { width, height } = raster
  const trust = saliency ? BESIDE_MODEL : WITHOUT_MODEL
  const prior = priorOdds(raster, saliency, barriers, boxes.length > 0, trust.map)
  const odds = fillBoxes(addEvidence(prior, boxOdds(boxes, width, height, trust)), boxes, width, height, trust.fill)
  const near = boxes.length > 0 ? around(boxes, width, height) : null
  let total = odds
  for (let round = 0; round < ITERATIONS; round++) {
    const colors = colorLikelihood(raster, total.map(probability), near)
    total = odds.map((value, i) => value + trust.color * logOdds(colors[i]!, 0.05))
  }
  return { width, height, data: trust.hasOutline ? findOutline(raster, total) : mark(total) }
}

/** Every pixel by itself: 255 where the odds are for the foreground. */
function mark(odds: Float32Array): Uint8Array {
  const data = new Uint8Array(odds.length)
  for (let i = 0; i < odds.length; i++) data[i] = odds[i]! > 0 ? 255 : 0
  return data
}

/** Marks the boxes and what lies close around them. */
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
  const threshold = 2 * (values.reduce((a, b) => a + b, 0) / values.length)
  const strength = hasBoxes ? BARRIER_TRUST.withBoxes : BARRIER_TRUST.alone
  const middle = logOdds(threshold, 0.05)
  return values.map((p) => strength * (logOdds(p, 0.02) - middle))
}

function addEvidence(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value + b[i]!)
}
