/** Pixels in RGBA, row by row. */
export type HashPixels = { width: number; height: number; rgba: Uint8ClampedArray }

/** One channel of a ThumbHash: its mean, and the strengths of its waves. */
type Channel = { mean: number; waves: Float64Array; across: number; down: number }
type Parts = { light: Channel; yellowBlue: Channel; redGreen: Channel; alpha: Channel | null; ratio: number }

/** Bytes before the waves. */
const HEAD = 5
/** Number of waves of a colour channel in each direction. */
const COLOR_WAVES = 3
const ALPHA_WAVES = 5
/** The factor by which colours are stronger than written. */
const COLOR_GAIN = 1.25

/**
 * Decodes a ThumbHash to a picture with a longer side of `longSide` pixels; null if it is invalid. The package
 * `thumbhash` decodes to 32 pixels and computes each cosine for each pixel. That takes ten times as long, too much for
 * the tiles that come into view in one frame.
 */
export function decodeThumbHash(bytes: Uint8Array, longSide: number): HashPixels | null {
  const parts = bytes.length > HEAD ? partsOf(bytes) : null
  if (parts === null) return null
  const { ratio } = parts
  const width = Math.max(1, Math.round(ratio > 1 ? longSide : longSide * ratio))
  const height = Math.max(1, Math.round(ratio > 1 ? longSide / ratio : longSide))
  const [light, yellowBlue, redGreen] = [parts.light, parts.yellowBlue, parts.redGreen].map((channel) =>
    valuesOf(channel, width, height),
  ) as [Float64Array, Float64Array, Float64Array]
  const alpha = parts.alpha && valuesOf(parts.alpha, width, height)
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < light.length; at += 1) {
    const blue = light[at]! - (2 / 3) * yellowBlue[at]!
    const red = (3 * light[at]! - blue + redGreen[at]!) / 2
    rgba[at * 4] = red * 255
    rgba[at * 4 + 1] = (red - redGreen[at]!) * 255
    rgba[at * 4 + 2] = blue * 255
    rgba[at * 4 + 3] = (alpha?.[at] ?? 1) * 255
  }
  return { width, height, rgba }
}

/** Null if its shape is invalid. */
function partsOf(bytes: Uint8Array): Parts | null {
  const head = bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16)
  const more = bytes[3]! | (bytes[4]! << 8)
  const hasAlpha = head >> 23 === 1
  const isWide = more >> 15 === 1
  const [long, short] = [hasAlpha ? ALPHA_WAVES : 7, more & 7]
  if (short === 0) return null
  const waves = new WaveReader(bytes, hasAlpha ? HEAD + 1 : HEAD)
  const [across, down] = isWide ? [long, short] : [short, long]
  return {
    light: waves.read((head & 63) / 63, ((head >> 18) & 31) / 31, Math.max(3, across), Math.max(3, down)),
    yellowBlue: waves.readColor(((head >> 6) & 63) / 31.5 - 1, ((more >> 3) & 63) / 63),
    redGreen: waves.readColor(((head >> 12) & 63) / 31.5 - 1, ((more >> 9) & 63) / 63),
    alpha: hasAlpha ? waves.read((bytes[HEAD]! & 15) / 15, (bytes[HEAD]! >> 4) / 15, ALPHA_WAVES, ALPHA_WAVES) : null,
    ratio: across / down,
  }
}

/** Reads the strengths of waves, four bits each. */
class WaveReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes
    this.#at = from * 2
  }

  read(mean: number, scale: number, across: number, down: number): Channel {
    const waves = new Float64Array(across * down)
    for (let row = 0; row < down; row += 1)
      for (let column = row === 0 ? 1 : 0; column * down < across * (down - row); column += 1)
        waves[row * across + column] = (this.#next() / 7.5 - 1) * scale
    return { mean, waves, across, down }
  }

  readColor(mean: number, scale: number): Channel {
    return this.read(mean, scale * COLOR_GAIN, COLOR_WAVES, COLOR_WAVES)
  }

  #next(): number {
    const byte = this.#bytes[this.#at >> 1] ?? 0
    const four = this.#at % 2 === 0 ? byte & 15 : byte >> 4
    this.#at += 1
    return four
  }
}

/** The values of a channel: first along each row of waves, then down the columns. */
function valuesOf({ mean, waves, across, down }: Channel, width: number, height: number): Float64Array {
  const along = new Float64Array(down * width)
  for (let column = 0; column < across; column += 1)
    for (let x = 0; x < width; x += 1) {
      const cosine = Math.cos((Math.PI / width) * (x + 0.5) * column)
      for (let row = 0; row < down; row += 1) along[row * width + x]! += waves[row * across + column]! * cosine
    }
  const values = new Float64Array(width * height).fill(mean)
  for (let row = 0; row < down; row += 1)
    for (let y = 0; y < height; y += 1) {
      const cosine = 2 * Math.cos((Math.PI / height) * (y + 0.5) * row)
      for (let x = 0; x < width; x += 1) values[y * width + x]! += along[row * width + x]! * cosine
    }
  return values
}
