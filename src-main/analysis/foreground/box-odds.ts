import type { Box } from '../models/runtime/tasks.ts'

/**
 * A box around a main object, in pixels of the raster; `weight` is from 0 to 1, and `fill` is the expected share of its
 * box that such a thing covers.
 */
export type ObjectBox = { box: Box; weight: number; fill: number }

/**
 * Trust in boxes, as log-odds for a box of full weight: along its edge, in its middle and beside it. `fill` is how far,
 * from 0 to 1, its evidence is moved towards the expected fill.
 */
export type BoxTrust = { edge: number; middle: number; outside: number; fill: number }

/** Exponent of the superellipse with equal evidence: objects resemble rounded boxes more than ellipses (2). */
const ROUNDNESS = 3
/** Fills are estimated from about this many pixels of a box at most. */
const FILL_SAMPLES = 600
const HALVINGS = 10
const MAX_SHIFT = 8

type Area = { left: number; right: number; top: number; bottom: number }

/** The pixels of a box inside the raster. */
export function areaOf({ x1, y1, x2, y2 }: Box, width: number, height: number): Area {
  return {
    left: Math.max(0, Math.floor(x1)),
    right: Math.min(width, Math.ceil(x2)),
    top: Math.max(0, Math.floor(y1)),
    bottom: Math.min(height, Math.ceil(y2)),
  }
}

/** The evidence of boxes: log-odds of each pixel, from the strongest box if several overlap. */
export function boxOdds(
  boxes: readonly ObjectBox[],
  width: number,
  height: number,
  { edge, middle, outside }: BoxTrust,
): Float32Array {
  const strongest = boxes.reduce((max, { weight }) => Math.max(max, weight), 0)
  const odds = new Float32Array(width * height).fill(strongest * outside)
  for (const { box, weight } of boxes) {
    const { left, right, top, bottom } = areaOf(box, width, height)
    const across = bulge(box.x1, box.x2, width)
    const down = bulge(box.y1, box.y2, height)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const near = Math.max(0, 1 - down[y]! - across[x]!)
        const i = y * width + x
        odds[i] = Math.max(odds[i]!, (edge + (middle - edge) * near) * weight)
      }
    }
  }
  return odds
}

/** Distance of each position from the middle of a span, 0 to 1 at its ends. */
function bulge(from: number, to: number, size: number): Float32Array {
  const [middle, half] = [(from + to) / 2, (to - from) / 2]
  return Float32Array.from({ length: size }, (_, at) => Math.abs((at + 0.5 - middle) / half) ** ROUNDNESS)
}

/**
 * Shifts the odds inside each box, all by the same amount, towards the expected foreground share of its thing. A map
 * that is faint or strong as a whole then still shows the outline.
 */
export function fillBoxes(
  odds: Float32Array,
  boxes: readonly ObjectBox[],
  width: number,
  height: number,
  trust: number,
): Float32Array {
  if (trust === 0) return odds
  const [shift, count] = [new Float32Array(odds.length), new Uint8Array(odds.length)]
  for (const { box, weight, fill } of boxes) {
    const area = areaOf(box, width, height)
    const own = trust * weight * shiftTo(fill, sample(odds, area, width))
    for (let y = area.top; y < area.bottom; y++) {
      for (let i = y * width + area.left; i < y * width + area.right; i++) {
        shift[i]! += own
        count[i]!++
      }
    }
  }
  return odds.map((value, i) => (count[i]! > 0 ? value + shift[i]! / count[i]! : value))
}

function sample(odds: Float32Array, { left, right, top, bottom }: Area, width: number): number[] {
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / FILL_SAMPLES)))
  const values: number[] = []
  for (let y = top; y < bottom; y += step) for (let x = left; x < right; x += step) values.push(odds[y * width + x]!)
  return values
}

/** What to add to log-odds so that their mean probability becomes `fill`; 0 if there are none. */
function shiftTo(fill: number, odds: readonly number[]): number {
  if (odds.length === 0) return 0
  let [low, high] = [-MAX_SHIFT, MAX_SHIFT]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    const mean = odds.reduce((sum, value) => sum + 1 / (1 + Math.exp(-value - middle)), 0) / odds.length
    if (mean < fill) low = middle
    else high = middle
  }
  return (low + high) / 2
}
