import { lumaOf } from '../../base/color/luma.ts'
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
/** Chance with a sign of outdoors, and without. */
const CHANCE = { outside: 0.75, unknown: 0.6 }

/**
 * A sun low over the horizon, from the pixels: an even sky of warm colours above a much darker ground. A person in
 * front of a warm wall looks similar, so photos of people need a sign of outdoors. The rule is not fitted: it is tested
 * on drawn skies and for false alarms, since no labelled sunsets were available.
 */
export function readSunset(
  pixels: Raster,
  { isIndoors, isOutdoors, hasPerson, outdoors }: Setting & { outdoors: number | null },
  trace?: TagTrace,
): Evidence[] {
  const isInside = isIndoors || (outdoors !== null && outdoors < OUTSIDE)
  if (isInside || (hasPerson && !isOutdoors)) {
    trace?.veto('sunset', isInside ? 'inside' : 'person')
    return []
  }
  if (!looksLikeSunset(pixels)) {
    trace?.note('sunset', 'appliesNot')
    return []
  }
  const chance = isOutdoors ? CHANCE.outside : CHANCE.unknown
  trace?.applies('sunset', chance)
  return [{ concept: 'sunset', chance, origin: 'kind' }]
}

function looksLikeSunset(pixels: Raster): boolean {
  if (pixels.height < 8) return false
  const sky = measureBand(pixels, 0, SKY_TO)
  const ground = measureBand(pixels, GROUND_FROM, 1)
  return sky.glow >= MIN_GLOW && ground.luma <= DARKER * sky.luma
}

/** Share of glowing pixels and mean brightness (0 to 255) between two heights. */
function measureBand({ width, height, data }: Raster, from: number, to: number): { glow: number; luma: number } {
  const stride = Math.max(1, Math.floor(Math.max(width, height) / 160))
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
