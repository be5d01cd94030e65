import type { Box, SaliencyMap } from '../models/slots.ts'
import type { Raster } from '../photo.ts'
import { colorLikelihood } from './color-models.ts'
import { minimumBarrierMap } from './minimum-barrier.ts'
import { resampleMap } from './shrink.ts'

/** What is known about the main subject; `boxes` are in pixels of the raster, with a weight from 0 to 1. */
export type ForegroundEvidence = {
  /** A small copy of the picture, about 100 pixels. */
  raster: Raster
  saliency: SaliencyMap | null
  /** The barrier map of the raster, where it is known already. */
  barriers?: SaliencyMap
  boxes: readonly { box: Box; weight: number }[]
}

/** The foreground of a picture: 255 where the main subject is, else 0; one byte a pixel, row-major. */
export type Mask = { width: number; height: number; data: Uint8Array }

/**
 * How far boxes and colours are trusted. `edge`, `middle` and `outside` are the log-odds from a box of full weight along its edge, in its
 * middle and beside it; `color` weighs those of colours.
 */
type Trust = { edge: number; middle: number; outside: number; color: number }
/** A saliency model knows outlines, so boxes only choose among what it found; without one, colours have to find the outline inside a box. */
const BESIDE_MODEL: Trust = { edge: 1.2, middle: 4.2, outside: -4, color: 1 }
const WITHOUT_MODEL: Trust = { edge: 1.2, middle: 1.2, outside: -2.4, color: 1 }
/** How often the colour models are learnt again from the mask. */
const ROUNDS = 2
/** Barrier maps are much less sure than a model: near nothing beside boxes, more where they are all there is. */
const BARRIER_TRUST = { withBoxes: 0.3, alone: 1 }

const limit = (p: number, edge: number): number => Math.min(1 - edge, Math.max(edge, p))
const logOdds = (p: number, edge: number): number => Math.log(limit(p, edge) / (1 - limit(p, edge)))
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/**
 * Tells the main subject from its background: log-odds of a saliency map (the model's, or a barrier map where there is none), of object
 * boxes, and of colours learnt from the picture itself, added up as independent evidence.
 */
export function foregroundMask({ raster, saliency, barriers, boxes }: ForegroundEvidence): Mask {
  const { width, height } = raster
  const trust = saliency ? BESIDE_MODEL : WITHOUT_MODEL
  const odds = addEvidence(priorOdds(raster, saliency, barriers, boxes.length > 0), boxOdds(boxes, width, height, trust))
  let foreground = odds.map(probability)
  for (let round = 0; round < ROUNDS; round++) {
    const colors = colorLikelihood(raster, foreground)
    foreground = odds.map((value, i) => probability(value + trust.color * logOdds(colors[i]!, 0.05)))
  }
  return { width, height, data: Uint8Array.from(foreground, (p) => (p > 0.5 ? 255 : 0)) }
}

function priorOdds(raster: Raster, saliency: SaliencyMap | null, barriers: SaliencyMap | undefined, hasBoxes: boolean): Float32Array {
  if (saliency) return resampleMap(saliency, raster.width, raster.height).map((p) => logOdds(p, 0.02))
  const { values } = barriers ?? minimumBarrierMap(raster)
  const threshold = 2 * (values.reduce((a, b) => a + b, 0) / values.length)
  const strength = hasBoxes ? BARRIER_TRUST.withBoxes : BARRIER_TRUST.alone
  const middle = logOdds(threshold, 0.05)
  return values.map((p) => strength * (logOdds(p, 0.02) - middle))
}

function boxOdds(boxes: ForegroundEvidence['boxes'], width: number, height: number, { edge, middle, outside }: Trust): Float32Array {
  const odds = new Float32Array(width * height)
  const strongest = boxes.reduce((most, { weight }) => Math.max(most, weight), 0)
  odds.fill(strongest * outside)
  for (const { box, weight } of boxes) {
    const [left, right] = [Math.max(0, Math.floor(box.x1)), Math.min(width, Math.ceil(box.x2))]
    const [cx, cy, rx, ry] = [(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2, (box.x2 - box.x1) / 2, (box.y2 - box.y1) / 2]
    for (let y = Math.max(0, Math.floor(box.y1)); y < Math.min(height, Math.ceil(box.y2)); y++) {
      const down = ((y + 0.5 - cy) / ry) ** 2
      for (let x = left; x < right; x++) {
        const near = Math.max(0, 1 - down - ((x + 0.5 - cx) / rx) ** 2)
        const i = y * width + x
        odds[i] = Math.max(odds[i]!, (edge + (middle - edge) * near) * weight)
      }
    }
  }
  return odds
}

function addEvidence(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value + b[i]!)
}
