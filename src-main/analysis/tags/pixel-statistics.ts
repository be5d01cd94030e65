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
  readonly hueSpread: number
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
export function readPixels(raster: Raster): PixelStatistics {
  const { width, height, data } = raster
  const stride = strideOf(raster)
  const counts = new Uint32Array(basicColors.length)
  const sums = { n: 0, luma: 0, dark: 0, bright: 0, colourful: 0, tinted: 0, flat: 0, steps: 0 }
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width - 1; x += stride) {
      const at = 3 * (y * width + x)
      const r = data[at]!
      const g = data[at + 1]!
      const b = data[at + 2]!
      const step = Math.abs(r - data[at + 3]!) + Math.abs(g - data[at + 4]!) + Math.abs(b - data[at + 5]!)
      counts[addPixel(sums, r, g, b, step)]!++
    }
  }
  const share = (value: number) => (sums.n === 0 ? 0 : value / sums.n)
  const colors = Object.fromEntries(basicColors.map((name, k) => [name, share(counts[k]!)])) as Record<
    BasicColor,
    number
  >
  return {
    colors,
    meanLuma: share(sums.luma),
    dark: share(sums.dark),
    bright: share(sums.bright),
    colourful: share(sums.colourful),
    tinted: share(sums.tinted),
    flat: share(sums.flat),
    steps: share(sums.steps),
    get hueSpread() {
      return spreadOfHue(raster)
    },
  }
}

const strideOf = ({ width, height }: Raster) => Math.max(1, Math.floor(Math.sqrt((width * height) / 20_000)))

type Sums = {
  n: number
  luma: number
  dark: number
  bright: number
  colourful: number
  tinted: number
  flat: number
  steps: number
}

/** Returns the number of the pixel's basic colour. */
function addPixel(sums: Sums, r: number, g: number, b: number, step: number): number {
  const luma = lumaOf(r, g, b) / 255
  const chroma = chromaOf(r, g, b)
  sums.n++
  sums.luma += luma
  if (luma < 0.16) sums.dark++
  if (luma > 0.75) sums.bright++
  if (step <= 2) sums.flat++
  if (chroma > 8) sums.tinted++
  if (step > 180) sums.steps++
  if (chroma > COLOURFUL) sums.colourful++
  return colorOf(hueOf(r, g, b, chroma), chroma, Math.max(r, g, b), luma)
}

/** Pixels with a greater chroma have a visible colour. */
const COLOURFUL = 20

const chromaOf = (r: number, g: number, b: number) => Math.max(r, g, b) - Math.min(r, g, b)

/** Degrees: 0 red, 120 green, 240 blue. */
function hueOf(r: number, g: number, b: number, chroma: number): number {
  if (chroma === 0) return 0
  if (r < g || r < b) return 60 * (g >= b ? (b - r) / chroma + 2 : (r - g) / chroma + 4)
  const sixth = (g - b) / chroma + 6
  return 60 * (sixth < 6 ? sixth : sixth - 6)
}

/** Computed when it is read: the directions of hues take longer than all else, and few pictures are asked for it. */
function spreadOfHue(raster: Raster): number {
  const { width, height, data } = raster
  const stride = strideOf(raster)
  const sums = { colourful: 0, cos: 0, sin: 0 }
  for (let y = 0; y < height; y += stride) {
    for (let x = 0; x < width - 1; x += stride) {
      const at = 3 * (y * width + x)
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const chroma = chromaOf(r, g, b)
      if (chroma <= COLOURFUL) continue
      const angle = (hueOf(r, g, b, chroma) * Math.PI) / 180
      sums.colourful++
      sums.cos += Math.cos(angle)
      sums.sin += Math.sin(angle)
    }
  }
  // By rounding, the length of a sum of unit vectors may exceed their number.
  return sums.colourful === 0 ? 0 : Math.max(0, 1 - Math.hypot(sums.cos, sums.sin) / sums.colourful)
}

const numberOf = (name: BasicColor): number => basicColors.indexOf(name)
const RED = numberOf('red')
const ORANGE = numberOf('orange-color')
const YELLOW = numberOf('yellow')
const PINK = numberOf('pink')
const BROWN = numberOf('brown')
const BEIGE = numberOf('beige')
const BLACK = numberOf('black')
const WHITE = numberOf('white')
const GREY = numberOf('grey')

/** Colours by hue, each up to the degree before its number. */
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

/** The number of the colour at each whole degree of hue. */
const HUES = Uint8Array.from({ length: 361 }, (_, degree) => numberOf(hueNames.find(([end]) => degree < end)![1]))

/** Colours by number: comparing names for each of 20,000 pixels takes half a millisecond. */
function colorOf(hue: number, chroma: number, value: number, luma: number): number {
  if (value < 45) return BLACK
  const saturation = chroma / value
  if (saturation < 0.16 || chroma < 22) return luma > 0.72 ? WHITE : luma < 0.16 ? BLACK : GREY
  const color = HUES[Math.floor(hue)]!
  if (isTinted(saturation, luma)) return WHITE
  if (color === RED && luma > 0.6) return PINK
  if (isBrown(color, value, saturation)) return luma > 0.55 ? BEIGE : BROWN
  return color
}

/** Paper and walls in the shade of a blue sky or in lamplight are still white. */
const isTinted = (saturation: number, luma: number) => luma > 0.75 && saturation < 0.22

/** Brown is dark or dull orange and yellow; a dark, pure red stays red. */
function isBrown(color: number, value: number, saturation: number): boolean {
  if (color === RED) return saturation < 0.55
  return (color === ORANGE || color === YELLOW) && (value < 150 || saturation < 0.45)
}
