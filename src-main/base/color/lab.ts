/** CIELAB under D65: L 0 to 100, a and b about -100 to 100. */
export type Lab = readonly [L: number, a: number, b: number]
export type Rgb = readonly [r: number, g: number, b: number]

/** D65 white of the sRGB matrix below. */
const WHITE = [0.95047, 1, 1.08883] as const
const EPSILON = 216 / 24389
const KAPPA = 24389 / 27

const decode = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encode = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const curve = (t: number): number => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116)
const uncurve = (f: number): number => (f ** 3 > EPSILON ? f ** 3 : (116 * f - 16) / KAPPA)
/** Linear light of each of the 256 sRGB levels. */
const LINEAR = Float64Array.from({ length: 256 }, (_, level) => decode(level / 255))

/** Luminance of an sRGB colour of whole levels, 0 to 1. */
export const luminanceOf = (r: number, g: number, b: number): number =>
  0.2126729 * LINEAR[r]! + 0.7151522 * LINEAR[g]! + 0.072175 * LINEAR[b]!

/** The luminance of a lightness: the inverse of the first value of Lab. */
export const luminanceOfLightness = (L: number): number => uncurve((L + 16) / 116)

const redLight = (r: number, g: number, b: number): number =>
  (0.4124564 * LINEAR[r]! + 0.3575761 * LINEAR[g]! + 0.1804375 * LINEAR[b]!) / WHITE[0]
const blueLight = (r: number, g: number, b: number): number =>
  (0.0193339 * LINEAR[r]! + 0.119192 * LINEAR[g]! + 0.9503041 * LINEAR[b]!) / WHITE[2]

/** The L of an sRGB colour of whole levels. */
export const lightnessOf = (r: number, g: number, b: number): number => 116 * curve(luminanceOf(r, g, b)) - 16
export const redGreenOf = (r: number, g: number, b: number): number =>
  500 * (curve(redLight(r, g, b)) - curve(luminanceOf(r, g, b)))
export const yellowBlueOf = (r: number, g: number, b: number): number =>
  200 * (curve(luminanceOf(r, g, b)) - curve(blueLight(r, g, b)))

/** Converts linear light, 0 to 1 a channel. */
function linearToLab(r: number, g: number, b: number): Lab {
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / WHITE[0])
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / WHITE[2])
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Converts sRGB, 0 to 255 a channel; fractions are allowed. */
export function rgbToLab(r: number, g: number, b: number): Lab {
  const isWhole = Number.isInteger(r) && Number.isInteger(g) && Number.isInteger(b)
  return isWhole
    ? linearToLab(LINEAR[r]!, LINEAR[g]!, LINEAR[b]!)
    : linearToLab(decode(r / 255), decode(g / 255), decode(b / 255))
}

/** Converts to the nearest sRGB colour, whole numbers 0 to 255; what sRGB cannot show is clipped by channel. */
export function labToRgb([L, a, b]: Lab): [number, number, number] {
  const fy = (L + 16) / 116
  const [x, y, z] = [WHITE[0] * uncurve(fy + a / 500), uncurve(fy), WHITE[2] * uncurve(fy - b / 200)]
  const level = (linear: number): number =>
    Math.round(255 * Math.min(1, Math.max(0, encode(Math.min(1, Math.max(0, linear))))))
  return [
    level(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    level(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    level(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ]
}

/** `#rrggbb`, lower case. */
export function toHtmlCode([r, g, b]: Rgb): string {
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`
}

/** Reads `#rrggbb`. */
export function fromHtmlCode(code: string): [number, number, number] {
  const value = Number.parseInt(code.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
