import { DEFAULT_COLOR_DISTANCE, namedColors } from './colors.ts'

/** A colour in OKLab: lightness 0 to 1, and a and b about -0.4 to 0.4. */
export type Oklab = readonly [L: number, a: number, b: number]

/** Linear light of each of the 256 sRGB levels. */
const LINEAR = Float64Array.from({ length: 256 }, (_, level) =>
  level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
)

/** Converts an sRGB colour of whole levels; red, green and blue are in the lower 24 bits (Ottosson, 2020). */
export function oklabOf(color: number): Oklab {
  const r = LINEAR[(color >>> 16) & 255]!
  const g = LINEAR[(color >>> 8) & 255]!
  const b = LINEAR[color & 255]!
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** `#rrggbb` as a number. */
export const numberOfHtml = (html: string): number => Number.parseInt(html.slice(1), 16)

/**
 * Colours that are a matter of hue and chroma: within a CIEDE2000 distance of one pink lie pale walls and faces, but
 * not the pinks of flowers. Hues in degrees of OKLCH. At `minChroma` and `darkest` the default distance is reached.
 */
type HueRange = {
  readonly hue: number
  readonly reach: number
  readonly fullChroma: number
  readonly minChroma: number
  readonly bright: number
  readonly darkest: number
  /** In a photo with faces, hues from `hue` on by this much are skin if their chroma is below `chroma`. */
  readonly skin?: { readonly from: number; readonly chroma: number }
}

const hueRanges: ReadonlyMap<string, HueRange> = new Map([
  [
    namedColors.pink,
    {
      hue: 352,
      reach: 25,
      fullChroma: 0.13,
      minChroma: 0.055,
      bright: 0.65,
      darkest: 0.4,
      skin: { from: 20, chroma: 0.1 },
    },
  ],
  [namedColors.purple, { hue: 306, reach: 21, fullChroma: 0.12, minChroma: 0.045, bright: 0.4, darkest: 0.2 }],
])

/** How far a colour is from a named one, on the scale of CIEDE2000 distances. */
export type HueDifference = (color: number, hasFaces: boolean) => number

/** The measure of a colour that is judged by hue and chroma: pink or purple; null for any other. */
export function hueDifferenceTo(html: string): HueDifference | null {
  const range = hueRanges.get(html.toLowerCase())
  return range === undefined ? null : (color, hasFaces) => DEFAULT_COLOR_DISTANCE * partOf(range, color, hasFaces)
}

/** 0 for the purest colours of a range, 1 at its edge, beyond for others. */
function partOf(range: HueRange, color: number, hasFaces: boolean): number {
  const [L, a, b] = oklabOf(color)
  const chroma = Math.sqrt(a * a + b * b)
  if (chroma < range.minChroma || L < range.darkest) return Infinity
  const turn = (((Math.atan2(b, a) * 180) / Math.PI - range.hue + 900) % 360) - 180
  if (hasFaces && range.skin !== undefined && turn >= range.skin.from && chroma < range.skin.chroma) return Infinity
  const pale = (range.fullChroma - chroma) / (range.fullChroma - range.minChroma)
  const dark = (range.bright - L) / (range.bright - range.darkest)
  return Math.max(Math.abs(turn) / range.reach, pale, dark, 0)
}
