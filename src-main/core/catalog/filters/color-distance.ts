/** A colour in CIE L*a*b* under D65. */
export type Lab = { l: number; a: number; b: number }

const WHITE = { x: 0.95047, y: 1, z: 1.08883 }
const EPSILON = 216 / 24389
const KAPPA = 24389 / 27
const RADIANS = Math.PI / 180
const POW_25_7 = 25 ** 7

/** Light of an sRGB channel from 0 to 255, as a share of full light (IEC 61966-2-1). */
export const channelLight: Float64Array = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

export const luminance = (r: number, g: number, b: number) =>
  0.2126729 * (channelLight[r] ?? 0) + 0.7151522 * (channelLight[g] ?? 0) + 0.072175 * (channelLight[b] ?? 0)

/** sRGB from 0 to 255 in CIE L*a*b*. */
export function rgbToLab(r: number, g: number, b: number): Lab {
  const [red, green, blue] = [channelLight[r] ?? 0, channelLight[g] ?? 0, channelLight[b] ?? 0]
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / WHITE.x)
  const y = curve(luminance(r, g, b) / WHITE.y)
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / WHITE.z)
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
}

const curve = (t: number) => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116)

/** The luminance of a lightness: the inverse of the first line of L*a*b*. */
export function lightnessToLuminance(l: number): number {
  const y = (l + 16) / 116
  return y ** 3 > EPSILON ? y ** 3 : l / KAPPA
}

/** CIEDE2000 colour difference (Sharma, Wu and Dalal 2005), with all weights 1. */
export function colorDistance(one: Lab, two: Lab): number {
  const g = 0.5 * (1 - seventhShare((length(one.a, one.b) + length(two.a, two.b)) / 2))
  const a1 = one.a * (1 + g)
  const a2 = two.a * (1 + g)
  const c1 = length(a1, one.b)
  const c2 = length(a2, two.b)
  const h1 = hueOf(a1, one.b)
  const h2 = hueOf(a2, two.b)
  const isGrey = c1 * c2 === 0
  const meanH = isGrey ? h1 + h2 : meanHue(h1, h2)
  const meanC = (c1 + c2) / 2
  const offset = ((one.l + two.l) / 2 - 50) ** 2
  const lightness = (two.l - one.l) / (1 + (0.015 * offset) / Math.sqrt(20 + offset))
  const chroma = (c2 - c1) / (1 + 0.045 * meanC)
  const hue =
    (isGrey ? 0 : 2 * Math.sqrt(c1 * c2) * Math.sin((hueDifference(h1, h2) / 2) * RADIANS)) /
    (1 + 0.015 * meanC * hueWeight(meanH))
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hue ** 2 + rotation(meanC, meanH) * chroma * hue)
}

const length = (a: number, b: number) => Math.sqrt(a * a + b * b) // several times faster than Math.hypot

/** Square root of c^7 / (c^7 + 25^7). */
function seventhShare(c: number): number {
  const c3 = c * c * c
  const c7 = c3 * c3 * c
  return Math.sqrt(c7 / (c7 + POW_25_7))
}

const hueOf = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RADIANS + 360) % 360)

function hueDifference(h1: number, h2: number): number {
  const difference = h2 - h1
  if (Math.abs(difference) <= 180) return difference
  return difference > 0 ? difference - 360 : difference + 360
}

function meanHue(h1: number, h2: number): number {
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
}

function hueWeight(h: number): number {
  const cos = (degrees: number) => Math.cos(degrees * RADIANS)
  return 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
}

function rotation(meanC: number, meanH: number): number {
  const angle = 30 * Math.exp(-(((meanH - 275) / 25) ** 2))
  return -2 * seventhShare(meanC) * Math.sin(2 * angle * RADIANS)
}

/**
 * Two colours differ at least by their difference in lightness divided by this: the greatest weight lightness can have.
 */
export const MAX_LIGHTNESS_WEIGHT = 1 + (0.015 * 2500) / Math.sqrt(2520)
