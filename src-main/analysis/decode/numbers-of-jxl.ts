/// <reference lib="esnext.float16" />
import { diagonal, matrixBetween, type Matrix, multiply, SRGB, type Xy } from '../../base/color/matrices.ts'
import { type BrightTransfer, type ColorEncoding, isLikeSrgb, meaningOf } from '../../base/formats/color-encoding.ts'
import { BitReader } from '../../base/formats/jxl/bit-reader.ts'
import { readSize, wholeStream } from '../../base/formats/jxl/jxl-header.ts'

/** A codestream of which decoders give the numbers that are stored. */
export type NumbersOfJxl = {
  bytes: Buffer
  /** What the numbers that decoders give mean; null for sRGB. */
  encoding: ColorEncoding | null
  /** True where light itself is stored: decoders put it on the curve of sRGB. */
  isLight: boolean
}

const SIGNATURE_BYTES = 2
/** Enough for everything read here. */
const MAX_HEADER_BYTES = 512

/**
 * A JPEG XL that decoders give the stored numbers of: they bring every picture to sRGB and clip there, which numbers
 * of a sensor, of a wide space or of bright light do not survive. So its header is rewritten to name sRGB; where
 * numbers are kept as XYB, the matrix that leads from it (ISO/IEC 18181-1, D.3.5 and L.2.2) leads to light of the
 * file's own primaries instead. Null where the header is damaged or says its colours in another way, such as by an ICC
 * profile.
 */
export function numbersOfJxl(jxl: Buffer): NumbersOfJxl | null {
  const stream = wholeStream(jxl)
  const header = readHeader(stream)
  if (header === null) return null
  const { color, isXyb, colorStart, colorEnd, transformStart, end } = header
  const isLight = typeof color.transfer === 'object' && 'gamma' in color.transfer && color.transfer.gamma === 1
  const light = isXyb ? lightOfXyb(header) : null
  const encoding = { ...color, transfer: light?.transfer ?? (isLight ? 'srgb' : color.transfer) }
  if (isLikeSrgb(encoding)) return { bytes: stream, encoding: null, isLight }
  const old = new BitReader(stream.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + MAX_HEADER_BYTES))
  const bits = new BitWriter()
  const copyTo = (place: number) => {
    while (old.at < place) bits.write(old.read(1), 1)
  }
  copyTo(colorStart)
  writeColor(bits, header.space, isLight ? LINEAR_CURVE : SRGB_CURVE)
  while (old.at < colorEnd) old.read(1)
  copyTo(transformStart)
  if (light !== null) writeTransform(bits, multiply(light.scale, matrixBetween(SRGB, color)))
  else bits.write(1, 1)
  const rest = stream.subarray(SIGNATURE_BYTES + Math.ceil(end / 8))
  return { bytes: Buffer.concat([stream.subarray(0, SIGNATURE_BYTES), bits.toBytes(), rest]), encoding, isLight }
}

/** Brighter light is not distinguished: 8 bits are too few for it and for shadows. */
const MAX_NITS = 1000

/** Light of XYB comes out on the curve of sRGB; in PQ and HLG, 1 is the brightest light of the picture. */
function lightOfXyb({ color, nits }: Header): { transfer: ColorEncoding['transfer']; scale: Matrix } {
  const max = color.transfer === 'pq' ? Math.min(nits, MAX_NITS) : nits
  const scale = diagonal([1, 1, 1].map(() => nits / max))
  if (color.transfer === 'pq') return { transfer: { nits: max, power: 0 }, scale }
  return { transfer: color.transfer === 'hlg' ? hlgOnScreen(nits) : 'srgb', scale }
}

/**
 * Light of HLG is kept as a screen of some nits shows it, and shown as on one of 1,000 nits (ITU-R BT.2100 and BT.2390:
 * the gamma of a screen grows with its light).
 */
function hlgOnScreen(nits: number): BrightTransfer {
  const gamma = 1.2 * 1.111 ** Math.log2(nits / MAX_NITS)
  return { nits: MAX_NITS, power: 1.2 / gamma - 1 }
}

// Reading

/** Places are in bits behind the signature. */
type Header = {
  color: ColorEncoding
  space: number
  isXyb: boolean
  /** Light of the brightest that can be in the picture (`intensity_target`). */
  nits: number
  colorStart: number
  colorEnd: number
  transformStart: number
  end: number
}

/** Alternatives for a number: bits that are read, and what is added to them. */
type Choices = readonly (readonly [bits: number, added: number])[]
const choose = (bits: BitReader, choices: Choices): number => {
  const [length, added] = choices[bits.read(2)]!
  return bits.read(length) + added
}
const fixed = (...values: number[]): Choices => values.map((value) => [0, value])
const enumChoices: Choices = [...fixed(0, 1), [4, 2], [6, 18]]

const USUAL_NITS = 255

function readHeader(stream: Buffer): Header | null {
  if (stream.toString('latin1', 0, SIGNATURE_BYTES) !== '\xff\x0a') return null
  const bits = new BitReader(stream.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + MAX_HEADER_BYTES))
  readSize(bits)
  const none = { isXyb: true, nits: USUAL_NITS, colorStart: 0, colorEnd: 0, transformStart: 0, end: 0 }
  if (bits.read(1) === 1) return { color: srgb, space: RGB, ...none }
  const hasMore = bits.read(1) === 1
  if (hasMore) {
    bits.read(3) // orientation
    if (bits.read(1) === 1) readSize(bits)
    if (bits.read(1) === 1) return null // a preview
    if (bits.read(1) === 1) skipAnimation(bits)
  }
  skipDepth(bits)
  bits.read(1) // whether 16 bits are enough to decode it
  const channels = choose(bits, [...fixed(0, 1), [4, 2], [12, 1]])
  for (let channel = 0; channel < channels && !bits.isBeyondEnd; channel++) skipChannel(bits)
  const isXyb = bits.read(1) === 1
  const colorStart = bits.at
  const read = readColor(bits)
  if (read === null) return null
  const colorEnd = bits.at
  const nits = hasMore ? readNits(bits) : USUAL_NITS
  if (bits.read(2) !== 0) return null // extensions
  const transformStart = bits.at
  if (bits.read(1) === 0) return null // a separate matrix
  if (bits.isBeyondEnd || !(nits > 0)) return null
  return { ...read, isXyb, nits, colorStart, colorEnd, transformStart, end: bits.at }
}

function skipAnimation(bits: BitReader): void {
  choose(bits, [...fixed(100, 1000), [10, 1], [30, 1]])
  choose(bits, [...fixed(1, 1001), [8, 1], [10, 1]])
  choose(bits, [
    [0, 0],
    [3, 0],
    [16, 0],
    [32, 0],
  ]) // how often it is repeated
  bits.read(1)
}

function skipDepth(bits: BitReader): void {
  const isFloat = bits.read(1) === 1
  choose(bits, [...(isFloat ? fixed(32, 16, 24) : fixed(8, 10, 12)), [6, 1]])
  if (isFloat) bits.read(4)
}

const OPACITY = 0
const SPOT_COLOR = 2
const FILTER_ARRAY = 5

function skipChannel(bits: BitReader): void {
  if (bits.read(1) === 1) return // opacity of 8 bits
  const kind = choose(bits, enumChoices)
  skipDepth(bits)
  choose(bits, [...fixed(0, 3, 4), [3, 1]])
  const nameBytes = choose(bits, [
    [0, 0],
    [4, 0],
    [5, 16],
    [10, 48],
  ])
  for (let byte = 0; byte < nameBytes; byte++) bits.read(8)
  if (kind === OPACITY) bits.read(1)
  if (kind === SPOT_COLOR) for (let value = 0; value < 4; value++) bits.read(16)
  if (kind === FILTER_ARRAY)
    choose(bits, [
      [0, 1],
      [2, 0],
      [4, 3],
      [8, 19],
    ])
}

function readNits(bits: BitReader): number {
  if (bits.read(1) === 1) return USUAL_NITS
  const [nits] = new Float16Array(Uint16Array.of(bits.read(16)).buffer)
  for (const length of [16, 1, 16]) bits.read(length)
  return nits!
}

const RGB = 0
const GREY = 1
/** Primaries and curves are numbered as in ITU-T H.273, except that P3 has one number with every white. */
const [SRGB_PRIMARIES, OWN_POINTS, P3_PRIMARIES, P3_IN_H273] = [1, 2, 11, 12]
const [LINEAR_CURVE, SRGB_CURVE] = [8, 13]
const srgb = meaningOf({ primaries: SRGB_PRIMARIES, transfer: SRGB_CURVE })
const whites: Readonly<Record<number, Xy>> = { 1: srgb.white, 10: [1 / 3, 1 / 3], 11: [0.314, 0.351] }

function readColor(bits: BitReader): { color: ColorEncoding; space: number } | null {
  if (bits.read(1) === 1) return { color: srgb, space: RGB }
  if (bits.read(1) === 1) return null // an ICC profile
  const space = choose(bits, enumChoices)
  if (space > GREY) return null
  const whiteKind = choose(bits, enumChoices)
  const white = whiteKind === OWN_POINTS ? readPoint(bits) : whites[whiteKind]
  const primaries = space === GREY ? SRGB_PRIMARIES : choose(bits, enumChoices)
  const own = primaries === OWN_POINTS ? { red: readPoint(bits), green: readPoint(bits), blue: readPoint(bits) } : {}
  const gamma = bits.read(1) === 1 ? 1e7 / bits.read(24) : null
  const transfer = gamma === null ? choose(bits, enumChoices) : SRGB_CURVE
  choose(bits, enumChoices) // rendering intent
  const named = meaningOf({ primaries: primaries === P3_PRIMARIES ? P3_IN_H273 : primaries, transfer })
  const color = { ...named, ...own, ...(white && { white }), ...(gamma !== null && { transfer: { gamma } }) }
  const isSpace = [color.red, color.green, color.blue, color.white].flat().every(Number.isFinite)
  return white !== undefined && isSpace && color.white[1] > 0 ? { color, space } : null
}

/** In millionths; the lowest bit tells the sign. */
function readPoint(bits: BitReader): Xy {
  const [x, y] = [0, 1].map(() => {
    const packed = choose(bits, [
      [19, 0],
      [19, 524_288],
      [20, 1_048_576],
      [21, 2_097_152],
    ])
    return (packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2) / 1e6
  })
  return [x!, y!]
}

// Writing

class BitWriter {
  readonly #bits: number[] = []

  /** Writes the lowest bits first. */
  write(value: number, length: number): void {
    for (let i = 0; i < length; i++) this.#bits.push((value >> i) & 1)
  }

  /** Pads with zeros to a whole byte. */
  toBytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8))
    this.#bits.forEach((bit, i) => (bytes[i >> 3]! |= bit << (i & 7)))
    return bytes
  }
}

function writeEnum(bits: BitWriter, value: number): void {
  const choice = value <= 1 ? value : value < 18 ? 2 : 3
  const [length, added] = enumChoices[choice]!
  bits.write(choice, 2)
  bits.write(value - added, length)
}

const D65 = 1
const RELATIVE_INTENT = 1

function writeColor(bits: BitWriter, space: number, transfer: number): void {
  bits.write(0, 2) // not the default, no ICC profile
  writeEnum(bits, space)
  writeEnum(bits, D65)
  if (space !== GREY) writeEnum(bits, SRGB_PRIMARIES)
  bits.write(0, 1) // no gamma
  writeEnum(bits, transfer)
  writeEnum(bits, RELATIVE_INTENT)
}

/** From mixed light of the eye's cones to light of sRGB, with the offset added before and the rounding of its steps. */
const FROM_XYB: Matrix = [
  [11.031566901960783, -9.866943921568629, -0.16462299647058826],
  [-3.254147380392157, 4.418770392156863, -0.16462299647058826],
  [-3.6588512862745097, 2.7129230470588235, 1.9459282392156863],
]
const XYB_BIAS = -0.0037930732552754493
const ROUNDING = [1 - 0.05465007330715401, 1 - 0.07005449891748593, 1 - 0.049935103337343655, 0.145]

function writeTransform(bits: BitWriter, toLight: Matrix): void {
  bits.write(0, 2) // neither the default nor the default matrix
  const halves = Float16Array.from([...multiply(toLight, FROM_XYB).flat(), XYB_BIAS, XYB_BIAS, XYB_BIAS, ...ROUNDING])
  for (const half of new Uint16Array(halves.buffer)) bits.write(half, 16)
  bits.write(0, 3) // usual weights for enlarging
}
