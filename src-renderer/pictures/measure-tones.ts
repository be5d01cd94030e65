import type { Pixels } from './use-photo-pixels.ts'

/** From this value (of 255) on, a channel has no more detail. */
const CLIPPED_HIGH = 254
/** Up to this value, all channels together have no more detail. */
const CLIPPED_LOW = 1

/** Marks for clipped pixels: red for highlights, blue for shadows, as in other programs. */
const HIGH = [255, 40, 40, 255] as const
const LOW = [40, 90, 255, 255] as const

/** The distribution of tones in a picture. */
export type Tones = {
  /** Number of pixels by value, 0 to 255, for each channel. */
  red: Uint32Array
  green: Uint32Array
  blue: Uint32Array
  /** Fractions of the pixels, 0 to 1: with any channel at its end, and with all of them black. */
  clippedHigh: number
  clippedLow: number
}

export function measureTones({ data }: Pixels): Tones {
  const [red, green, blue] = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)]
  let high = 0
  let low = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    red[r]! += 1
    green[g]! += 1
    blue[b]! += 1
    if (isHigh(r, g, b)) high += 1
    else if (isLow(r, g, b)) low += 1
  }
  const pixels = Math.max(1, data.length / 4)
  return { red, green, blue, clippedHigh: high / pixels, clippedLow: low / pixels }
}

/** A picture of the same size, coloured where the tones are clipped and transparent elsewhere. */
export function markClipped({ data, width, height }: Pixels): Pixels {
  const marks = new Uint8ClampedArray(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    if (isHigh(r, g, b)) marks.set(HIGH, at)
    else if (isLow(r, g, b)) marks.set(LOW, at)
  }
  return { data: marks, width, height }
}

const isHigh = (r: number, g: number, b: number): boolean => Math.max(r, g, b) >= CLIPPED_HIGH
const isLow = (r: number, g: number, b: number): boolean => Math.max(r, g, b) <= CLIPPED_LOW

/** The outline of a channel as points of an SVG path, in a box of 256 by `height`; `top` is the highest count shown. */
export function outline(channel: Uint32Array, top: number, height: number): string {
  const points = [...channel].map(
    (count, value) => `${value} ${(height - Math.min(1, count / top) * height).toFixed(1)}`,
  )
  return `M0 ${height} L${points.join(' L')} L255 ${height} Z`
}

/** The highest count worth showing, without the ends: clipped areas would flatten the rest. */
export const topOf = ({ red, green, blue }: Tones): number =>
  Math.max(1, ...[red, green, blue].flatMap((channel) => [...channel.subarray(2, 254)]))
