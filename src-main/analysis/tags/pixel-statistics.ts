import { lumaOf } from '../../base/color/luma.ts'
import type { Raster } from '../photo/photo.ts'

/** Statistics of the pixels, each a share of the picture from 0 to 1 unless noted otherwise. */
export type PixelStatistics = {
  /** Share of each basic colour; every pixel has one. */
  colors: Record<BasicColor, number>
  /** Brightness, 0 black to 1 white. */
  meanLuma: number
  dark: number
  bright: number
  /** Pixels with a visible colour. */
  colourful: number
  /** Pixels that are not quite grey: none in a black and white picture, and hardly any in a toned one. */
  tinted: number
  /** Pixels nearly equal to their right neighbour. */
  flat: number
  /** Pixels that differ from their right neighbour by more than 60 of 255 per channel on average. */
  steps: number
  /** Spread of hue among coloured pixels: near 0 if all have one hue. */
  hueSpread: number
}

export const basicColors = [
  'red',
  'orange-color',
  'yellow',
  'green',
  'turquoise',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
  'black',
  'white',
  'grey',
] as const
export type BasicColor = (typeof basicColors)[number]

/** Reads about 20,000 pixels spread over the raster. */
export function readPixels({ width, height, data }: Raster): PixelStatistics {
  const stride = Math.max(1, Math.floor(Math.sqrt((width * height) / 20_000)))
  const counts = new Float64Array(basicColors.length)
  const sums = { n: 0, luma: 0, dark: 0, bright: 0, colourful: 0, tinted: 0, flat: 0, steps: 0, cos: 0, sin: 0 }
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width - 1; x += stride) {
      const at = 3 * (y * width + x)
      const r = data[at]!
      const g = data[at + 1]!
      const b = data[at + 2]!
      const step = Math.abs(r - data[at + 3]!) + Math.abs(g - data[at + 4]!) + Math.abs(b - data[at + 5]!)
      addPixel(sums, counts, r, g, b, step)
    }
  }
  const share = (value: number) => (sums.n === 0 ? 0 : value / sums.n)
  const colors = Object.fromEntries(basicColors.map((name, k) => [name, share(counts[k]!)])) as Record<
    BasicColor,
    number
  >
  // By rounding, the length of a sum of unit vectors may exceed their number.
  const hueSpread = sums.colourful === 0 ? 0 : Math.max(0, 1 - Math.hypot(sums.cos, sums.sin) / sums.colourful)
  return {
    colors,
    meanLuma: share(sums.luma),
    dark: share(sums.dark),
    bright: share(sums.bright),
    colourful: share(sums.colourful),
    tinted: share(sums.tinted),
    flat: share(sums.flat),
    steps: share(sums.steps),
    hueSpread,
  }
}

type Sums = {
  n: number
  luma: number
  dark: number
  bright: number
  colourful: number
  tinted: number
  flat: number
  steps: number
  cos: number
  sin: number
}

function addPixel(sums: Sums, counts: Float64Array, r: number, g: number, b: number, step: number): void {
  const luma = lumaOf(r, g, b) / 255
  const chroma = Math.max(r, g, b) - Math.min(r, g, b)
  sums.n++
  sums.luma += luma
  if (luma < 0.16) sums.dark++
  if (luma > 0.75) sums.bright++
  if (step <= 2) sums.flat++
  if (chroma > 8) sums.tinted++
  if (step > 180) sums.steps++
  const hue = hueOf(r, g, b, chroma)
  if (chroma > 20) {
    sums.colourful++
    sums.cos += Math.cos((hue * Math.PI) / 180)
    sums.sin += Math.sin((hue * Math.PI) / 180)
  }
  counts[basicColors.indexOf(nameColor(hue, chroma, Math.max(r, g, b), luma))]!++
}

/** Degrees: 0 red, 120 green, 240 blue. */
function hueOf(r: number, g: number, b: number, chroma: number): number {
  if (chroma === 0) return 0
  const highest = Math.max(r, g, b)
  const sixth = highest === r ? ((g - b) / chroma + 6) % 6 : highest === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
  return sixth * 60
}

const hueNames: readonly (readonly [number, BasicColor])[] = [
  [14, 'red'],
  [42, 'orange-color'],
  [68, 'yellow'],
  [160, 'green'],
  [195, 'turquoise'],
  [258, 'blue'],
  [295, 'purple'],
  [340, 'pink'],
  [361, 'red'],
]

/** By index: destructuring the pairs for each of 20,000 pixels takes a millisecond. */
function hueName(hue: number): BasicColor {
  let at = 0
  while (hue >= hueNames[at]![0]) at++
  return hueNames[at]![1]
}

function nameColor(hue: number, chroma: number, value: number, luma: number): BasicColor {
  if (value < 45) return 'black'
  const saturation = chroma / value
  if (saturation < 0.16 || chroma < 22) return luma > 0.72 ? 'white' : luma < 0.16 ? 'black' : 'grey'
  const name = hueName(hue)
  if (isTinted(saturation, luma)) return 'white'
  if (name === 'red' && luma > 0.6) return 'pink'
  if (isBrown(name, value, saturation)) return luma > 0.55 ? 'beige' : 'brown'
  return name
}

/** Paper and walls in the shade of a blue sky or in lamplight are still white. */
const isTinted = (saturation: number, luma: number) => luma > 0.75 && saturation < 0.22

/** Brown is dark or dull orange and yellow; a dark, pure red stays red. */
function isBrown(name: BasicColor, value: number, saturation: number): boolean {
  if (name === 'red') return saturation < 0.55
  return (name === 'orange-color' || name === 'yellow') && (value < 150 || saturation < 0.45)
}
