import type { Lab } from './lab.ts'

const RADIANS = Math.PI / 180
const POW_25_7 = 25 ** 7
const cosine = (degrees: number): number => Math.cos(degrees * RADIANS)
const [COS_30, SIN_30, COS_6, SIN_6, COS_63, SIN_63, COS_275, SIN_275] = [30, 6, 63, 275].flatMap((degrees) => [
  Math.cos(degrees * RADIANS),
  Math.sin(degrees * RADIANS),
]) as [number, number, number, number, number, number, number, number]
/** Several times faster than `Math.hypot`. */
export const length = (a: number, b: number): number => Math.sqrt(a * a + b * b)

/**
 * Two colours differ at least by their difference in lightness divided by this: the greatest weight that a difference
 * in lightness can have, at black and at white.
 */
export const MAX_LIGHTNESS_WEIGHT = 1 + (0.015 * 50 ** 2) / Math.sqrt(20 + 50 ** 2)

/** Square root of c^7 / (c^7 + 25^7). */
export function seventhShare(c: number): number {
  const c3 = c * c * c
  const c7 = c3 * c3 * c
  return Math.sqrt(c7 / (c7 + POW_25_7))
}

/** The hue of a and b in degrees from 0 to 360; 0 for greys. */
export function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0
  const degrees = Math.atan2(b, a) / RADIANS
  return degrees < 0 ? degrees + 360 : degrees
}

/** Weight of a difference in hue at a mean hue in degrees: 0.07 to 1.93. */
export const hueWeight = (h: number): number => weightTowards(cosine(h), cosine(h - 90))

/** The same from the cosine and sine of the hue, from which multiples of the angle follow. */
function weightTowards(cos: number, sin: number): number {
  const cos2 = cos * cos - sin * sin
  const sin2 = 2 * sin * cos
  const cos3 = cos2 * cos - sin2 * sin
  const sin3 = sin2 * cos + cos2 * sin
  const cos4 = cos2 * cos2 - sin2 * sin2
  const sin4 = 2 * sin2 * cos2
  return (
    1 -
    0.17 * (cos * COS_30 + sin * SIN_30) +
    0.24 * cos2 +
    0.32 * (cos3 * COS_6 - sin3 * SIN_6) -
    0.2 * (cos4 * COS_63 + sin4 * SIN_63)
  )
}

/** How far blues are rotated at a mean hue in degrees: 0 to `MAX_TURN`. */
export const turnAt = (h: number): number => Math.sin(60 * RADIANS * Math.exp(-(((h - 275) / 25) ** 2)))
export const MAX_TURN = Math.sin(60 * RADIANS)

/** The same from the direction of the hue; beyond 120 degrees from blue it is less than 1e-9. */
function turnTowards(cos: number, sin: number): number {
  return cos * COS_275 + sin * SIN_275 < -0.5 ? 0 : turnAt(hueOf(cos, sin))
}

/**
 * How different two colours look: 0 the same, about 1 just visible, 100 black against white. CIEDE2000 with kL = kC =
 * kH = 1, after Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes" (2005).
 * It runs millions of times in a search and while colours are named; culori, which the tests compare it with, takes
 * several times as long. Mean hues and their weights are computed from directions; only blues need angles. The code
 * avoids array destructuring, which takes most of its time until the compiler has optimised it.
 */
export function ciede2000(first: Lab, second: Lab): number {
  const L1 = first[0]
  const a1 = first[1]
  const b1 = first[2]
  const L2 = second[0]
  const a2 = second[1]
  const b2 = second[2]
  const g = 1.5 - 0.5 * seventhShare((length(a1, b1) + length(a2, b2)) / 2)
  const x1 = a1 * g
  const x2 = a2 * g
  const c1 = length(x1, b1)
  const c2 = length(x2, b2)
  const L = (L1 + L2) / 2
  const c = (c1 + c2) / 2
  const lightness = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const chord = (x2 - x1) ** 2 + (b2 - b1) ** 2 - (c2 - c1) ** 2
  if (chord <= 0 || c1 * c2 === 0) return length(lightness, chroma)
  // The mean hue is the direction between both. Opposite hues use the direction a quarter turn from the first: half of
  // their sum in degrees would depend on where 0 lies.
  let east = x1 * c2 + x2 * c1
  let north = b1 * c2 + b2 * c1
  if (east === 0 && north === 0) {
    const isFirstHalf = hueOf(x1, b1) < 180
    east = isFirstHalf ? -b1 : b1
    north = isFirstHalf ? x1 : -x1
  }
  const size = length(east, north)
  const cos = east / size
  const sin = north / size
  const hue = Math.sqrt(chord) / (1 + 0.015 * c * weightTowards(cos, sin))
  const isBack = x1 * b2 < x2 * b1
  const turn = -turnTowards(cos, sin) * 2 * seventhShare(c)
  const form = lightness ** 2 + chroma ** 2 + hue ** 2 + turn * chroma * (isBack ? -hue : hue)
  return Math.sqrt(Math.max(0, form))
}
