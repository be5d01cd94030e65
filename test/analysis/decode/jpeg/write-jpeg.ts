/**
 * A block: the difference of its mean from the previous one, and its other coefficients in zigzag order, at most 63.
 */
export type Block = { difference: number; rest: readonly number[] }
export type JpegShape = {
  width: number
  height: number
  /** Blocks of brightness in a unit, across and down; colours have one. Without colours a unit is one block. */
  factors: readonly [number, number]
  hasColors: boolean
  /** Units between restarts; 0 for none. */
  restartInterval: number
}

/** Sizes of means, and runs of zeros with the sizes of what follows. */
const MEANS_SYMBOLS = Array.from({ length: 12 }, (_, size) => size)
const REST_SYMBOLS = [0, 0xf0, ...Array.from({ length: 160 }, (_, i) => (Math.floor(i / 10) << 4) | ((i % 10) + 1))]

type Codes = { segment: number[]; codeOf: Map<number, { code: number; length: number }> }

/** Canonical codes of given lengths (T.81, annex C). */
function makeCodes(id: number, lengths: readonly (readonly [symbol: number, length: number])[]): Codes {
  const sorted = lengths.toSorted((a, b) => a[1] - b[1])
  const counts = Array.from({ length: 16 }, (_, i) => sorted.filter(([, length]) => length === i + 1).length)
  const codeOf = new Map<number, { code: number; length: number }>()
  let [code, last] = [0, 0]
  for (const [symbol, length] of sorted) {
    code <<= length - last
    last = length
    codeOf.set(symbol, { code: code++, length })
  }
  return { segment: [id, ...counts, ...sorted.map(([symbol]) => symbol)], codeOf }
}

/** Short codes for common values, and codes of 12 and 16 bits, which do not fit into fast tables. */
const means = makeCodes(
  0,
  MEANS_SYMBOLS.map((symbol) => [symbol, symbol < 4 ? 3 : symbol < 9 ? 5 : 16] as const),
)
const rest = makeCodes(
  0x10,
  REST_SYMBOLS.map((symbol, i) => [symbol, i === 0 ? 2 : i === 1 ? 12 : i < 9 ? 5 : i < 40 ? 8 : 16] as const),
)

class BitWriter {
  readonly bytes: number[] = []
  #bits = ''

  put(value: number, length: number): void {
    if (length > 0) this.#bits += value.toString(2).padStart(length, '0')
    for (; this.#bits.length >= 8; this.#bits = this.#bits.slice(8)) {
      const byte = parseInt(this.#bits.slice(0, 8), 2)
      this.bytes.push(byte, ...(byte === 0xff ? [0] : []))
    }
  }

  /** Ones fill the last byte. */
  finish(): void {
    const missing = (8 - this.#bits.length) % 8
    this.put(2 ** missing - 1, missing)
  }
}

const sizeOf = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1)

function putSymbol(writer: BitWriter, { codeOf }: Codes, symbol: number): void {
  const { code, length } = codeOf.get(symbol)!
  writer.put(code, length)
}

function putValue(writer: BitWriter, value: number): void {
  const size = sizeOf(value)
  writer.put(value < 0 ? value + 2 ** size - 1 : value, size)
}

function putBlock(writer: BitWriter, block: Block): void {
  putSymbol(writer, means, sizeOf(block.difference))
  putValue(writer, block.difference)
  let zeros = 0
  for (let k = 0; k < 63; k++) {
    const value = block.rest[k] ?? 0
    if (value === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) putSymbol(writer, rest, 0xf0)
    putSymbol(writer, rest, (zeros << 4) | sizeOf(value))
    putValue(writer, value)
    zeros = 0
  }
  if (zeros > 0) putSymbol(writer, rest, 0)
}

const [START, END] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
]
const word = (value: number): number[] => [value >> 8, value & 255]
const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, ...word(body.length + 2), ...body]

/** The number of units in a picture of this shape, and of blocks in each. */
export function countBlocks({ width, height, factors, hasColors }: JpegShape): { units: number; unitBlocks: number } {
  const [across, down] = hasColors ? factors : [1, 1]
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
  return { units, unitBlocks: hasColors ? across * down + 2 : 1 }
}

/** A baseline JPEG of these blocks, in the order of the scan (ITU T.81); quantisation is 1. */
export function writeJpeg(shape: JpegShape, blocks: readonly Block[]): Buffer {
  const { width, height, factors, hasColors, restartInterval } = shape
  const { units, unitBlocks } = countBlocks(shape)
  const components = hasColors ? [1, 2, 3] : [1]
  const writer = new BitWriter()
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      writer.finish()
      writer.bytes.push(0xff, 0xd0 + ((unit / restartInterval - 1) & 7))
    }
    for (let i = 0; i < unitBlocks; i++) putBlock(writer, blocks[unit * unitBlocks + i]!)
  }
  writer.finish()
  const factorsOf = (id: number) => (id === 1 ? (factors[0] << 4) | factors[1] : 0x11)
  return Buffer.from([
    ...START,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc4, [...means.segment, ...rest.segment]),
    ...(restartInterval > 0 ? segment(0xdd, word(restartInterval)) : []),
    ...segment(0xc0, [
      8,
      ...word(height),
      ...word(width),
      components.length,
      ...components.flatMap((id) => [id, factorsOf(id), 0]),
    ]),
    ...segment(0xda, [components.length, ...components.flatMap((id) => [id, 0]), 0, 63, 0]),
    ...writer.bytes,
    ...END,
  ])
}
