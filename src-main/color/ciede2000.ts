import type { Lab } from './lab.ts'

const RADIANS = Math.PI / 180
const POW_25_7 = 25 ** 7
const cosine = (degrees: number): number => Math.cos(degrees * RADIANS)
/** Several times faster than `Math.hypot`. */
const length = (a: number, b: number): number => Math.sqrt(a * a + b * b)

/**
 * Two colours are at least as far apart as their lightness differs divided by this: the greatest weight that a
 * difference in lightness can have, at black and at white.
 */
export const MAX_LIGHTNESS_WEIGHT = 1 + (0.015 * 50 ** 2) / Math.sqrt(20 + 50 ** 2)

/** Square root of c^7 / (c^7 + 25^7). */
function seventhShare(c: number): number {
  const c3 = c * c * c
  const c7 = c3 * c3 * c
  return Math.sqrt(c7 / (c7 + POW_25_7))
}

/** The hue of a and b in degrees from 0 to 360; 0 for greys. */
function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0
  const degrees = Math.atan2(b, a) / RADIANS
  return degrees < 0 ? degrees + 360 : degrees
}

function meanHue(first: number, second: number, isGrey: boolean): number {
  if (isGrey) return first + second
  if (Math.abs(first - second) <= 180) return (first + second) / 2
  return first + second < 360 ? (first + second + 360) / 2 : (first + second - 360) / 2
}

function hueStep(first: number, second: number, isGrey: boolean): number {
  if (isGrey) return 0
  const step = second - first
  return step > 180 ? step - 360 : step < -180 ? step + 360 : step
}

/**
 * How different two colours look: 0 the same, about 1 just visible, 100 black against white. CIEDE2000 with kL = kC =
 * kH = 1, after Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes" (2005). Written
 * here because it runs millions of times in a search and while colours are named: culori, which the tests compare it
 * with, takes a colour object for each and twice the time.
 */
export function ciede2000([L1, a1, b1]: Lab, [L2, a2, b2]: Lab): number {
  const g = 1.5 - 0.5 * seventhShare((length(a1, b1) + length(a2, b2)) / 2)
  const [c1, c2] = [length(a1 * g, b1), length(a2 * g, b2)]
  const [h1, h2] = [hueOf(a1 * g, b1), hueOf(a2 * g, b2)]
  const isGrey = c1 * c2 === 0
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((hueStep(h1, h2, isGrey) / 2) * RADIANS)
  const [L, c, h] = [(L1 + L2) / 2, (c1 + c2) / 2, meanHue(h1, h2, isGrey)]
  const t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63)
  const lightness = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const hue = dH / (1 + 0.015 * c * t)
  const turn = -Math.sin(60 * RADIANS * Math.exp(-(((h - 275) / 25) ** 2))) * 2 * seventhShare(c)
  return Math.sqrt(Math.max(0, lightness ** 2 + chroma ** 2 + hue ** 2 + turn * chroma * hue))
}
