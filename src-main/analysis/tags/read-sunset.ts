import { lumaOf } from '../../base/color/luma.ts'
import { MAX_UNSHOWN } from '../models/adapters/calibration.ts'
import type { Raster } from '../photo/photo.ts'
import type { Evidence } from './evidence.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Setting } from './read-setting.ts'

/** Typical end of the sky and start of the ground, as shares of the height. */
const SKY_TO = 0.6
const GROUND_FROM = 0.75
/** Minimum share of the sky that glows evenly, and maximum brightness of the ground relative to the sky. */
const MIN_GLOW = 0.35
const DARKER = 0.5
/** The head's chance of outdoors, where there is one: fire and polished wood glow as well. */
const OUTSIDE = 0.5
/** Chance with a sign of outdoors, and without; without a head either it is not shown, since wood and fire glow. */
const CHANCE = { outside: 0.75, unknown: 0.6 }
/**
 * The sunset head's score from which on a sunset is believed whose light is at least this warm, above ground that is at
 * least a little darker. The head alone also takes a grey sea and mist for one.
 */
const BY_HEAD = { score: 0.125, warmth: 0.075, darker: 0.9 }

/**
 * A sun low over the horizon: an even sky of warm colours above a much darker ground, or a picture that the sunset head
 * knows, in warm light. A person in front of a warm wall looks similar, so photos of people need a sign of outdoors.
 * `score` is the head's, 0 to 1; null without its features.
 */
export function readSunset(
  pixels: Raster,
  { isIndoors, isOutdoors, hasPerson, outdoors, score }: Setting & { outdoors: number | null; score: number | null },
  trace?: TagTrace,
): Evidence[] {
  const isInside = isIndoors || (outdoors !== null && outdoors < OUTSIDE)
  if (isInside || (hasPerson && !isOutdoors)) {
    trace?.veto('sunset', isInside ? 'inside' : 'person')
    return []
  }
  if (score !== null) trace?.score('sunset', 'scene', score)
  if (!glowsEvenly(pixels) && !(score !== null && score >= BY_HEAD.score && isInWarmLight(pixels))) {
    trace?.note('sunset', 'appliesNot')
    return []
  }
  const chance = isOutdoors ? CHANCE.outside : CHANCE.unknown
  trace?.applies('sunset', chance)
  const isGuess = !isOutdoors && outdoors === null
  return [{ concept: 'sunset', ...(isGuess ? { chance: MAX_UNSHOWN, likely: chance } : { chance }), origin: 'kind' }]
}

function glowsEvenly(pixels: Raster): boolean {
  if (pixels.height < 8) return false
  const sky = measureBand(pixels, 0, SKY_TO)
  const ground = measureBand(pixels, GROUND_FROM, 1)
  return sky.glow >= MIN_GLOW && ground.luma <= DARKER * sky.luma
}

function isInWarmLight(pixels: Raster): boolean {
  const [sky, ground] = [measureBand(pixels, 0, SKY_TO), measureBand(pixels, GROUND_FROM, 1)]
  return ground.luma <= BY_HEAD.darker * sky.luma && warmthOfLight(pixels) >= BY_HEAD.warmth
}

/** Pixels are looked at at about 160 places along the longer side. */
const strideOf = ({ width, height }: Raster) => Math.max(1, Math.floor(Math.max(width, height) / 160))

/** Share of glowing pixels and mean brightness (0 to 255) between two heights. */
function measureBand(pixels: Raster, from: number, to: number): { glow: number; luma: number } {
  const { width, height, data } = pixels
  const stride = strideOf(pixels)
  let [count, glowing, luma] = [0, 0, 0]
  for (let y = Math.floor(from * height); y < to * height; y += stride) {
    for (let x = 0; x < width - 1; x += stride) {
      const at = 3 * (y * width + x)
      count++
      luma += lumaOf(data[at]!, data[at + 1]!, data[at + 2]!)
      if (isGlow(data[at]!, data[at + 1]!, data[at + 2]!) && isEven(data, at)) glowing++
    }
  }
  return count === 0 ? { glow: 0, luma: 0 } : { glow: glowing / count, luma: luma / count }
}

/** Yellow to red to pink, light and of a clear colour. */
function isGlow(r: number, g: number, b: number): boolean {
  const lowest = Math.min(g, b)
  return r >= 110 && r > g && r > b && r - lowest >= 0.3 * r && (g >= b || b < 0.85 * r)
}

const isEven = (data: Uint8Array, at: number) =>
  Math.abs(data[at]! - data[at + 3]!) +
    Math.abs(data[at + 1]! - data[at + 4]!) +
    Math.abs(data[at + 2]! - data[at + 5]!) <
  18

/** The share of a picture that is its light: what is brightest. */
const LIGHT = 0.35

/** How much redder than blue and than green a picture's light is, weighed by its brightness: 0 for none. */
function warmthOfLight(pixels: Raster): number {
  const { width, height, data } = pixels
  const stride = strideOf(pixels)
  const [counts, warmth] = [new Float64Array(256), new Float64Array(256)]
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width; x += stride) {
      const at = 3 * (y * width + x)
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const luma = lumaOf(r, g, b)
      const level = Math.min(255, Math.round(luma))
      const share = (Math.max(0, r - b) + Math.max(0, r - g)) / Math.max(1, r, g, b)
      counts[level]!++
      warmth[level]! += (share * luma) / 255
    }
  }
  const light = LIGHT * counts.reduce((sum, count) => sum + count, 0)
  let [taken, sum] = [0, 0]
  for (let level = 255; level >= 0 && taken < light; level--) {
    taken += counts[level]!
    sum += warmth[level]!
  }
  return taken === 0 ? 0 : sum / taken
}
