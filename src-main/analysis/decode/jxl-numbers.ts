/// <reference lib="esnext.float16" />
import { matrixBetween, type Matrix, multiply, type Primaries, SRGB } from '../../base/color/matrices.ts'
import { type CodePoints, encodingOf } from '../../base/formats/color-encoding.ts'
import { BitReader } from '../../base/formats/jxl/bit-reader.ts'
import { readSize, wholeStream } from '../../base/formats/jxl/jxl-header.ts'

/** A codestream with the primaries of sRGB in its header, and its original code points. */
export type NumbersOfJxl = { bytes: Buffer; codePoints: CodePoints }

const SIGNATURE_BYTES = 2
/** Enough for everything read here. */
const MAX_HEADER_BYTES = 512

/**
 * Rewrites a JPEG XL so that decoders return its stored numbers. Decoders convert every picture to sRGB and clip there,
 * which destroys numbers of a sensor or of a wide space. The header therefore names the primaries of sRGB, and the same
 * curve. If numbers are stored as XYB, the matrix from it (ISO/IEC 18181-1, D.3.5 and L.2.2) leads to the former
 * primaries instead. Null if the header is damaged or gives its colours in another way, such as by an ICC profile.
 */
export function numbersOfJxl(jxl: Buffer): NumbersOfJxl | null {
  const stream = wholeStream(jxl)
  const header = readHeader(stream)
  if (header === null) return null
  const { codePoints, primaries, isXyb, colorStart, colorEnd, transformStart, end } = header
  if (primaries === null) return { bytes: stream, codePoints }
  const old = new BitReader(stream.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + MAX_HEADER_BYTES))
  const bits = new BitWriter()
  const copyTo = (place: number) => {
    while (old.at < place) bits.write(old.read(1), 1)
  }
  copyTo(colorStart)
  writeColor(bits, codePoints.transfer)
  while (old.at < colorEnd) old.read(1)
  copyTo(transformStart)
  if (isXyb) writeTransform(bits, matrixBetween(SRGB, primaries))
  else bits.write(1, 1)
  const rest = stream.subarray(SIGNATURE_BYTES + Math.ceil(end / 8))
  return { bytes: Buffer.concat([stream.subarray(0, SIGNATURE_BYTES), bits.toBytes(), rest]), codePoints }
}

// Reading

/** Positions are in bits after the signature; `primaries` are null if the header need not be rewritten. */
type Header = {
  codePoints: CodePoints
  primaries: Primaries | null
  isXyb: boolean
  colorStart: number
  colorEnd: number
  transformStart: number
  end: number
}

const SRGB_POINTS: CodePoints = { primaries: 1, transfer: 13 }
const RGB = 0
const GREY = 1
const D65 = 1
const BT2020 = 9
/** The primaries only; H.273 has a number for each combination with a white. */
const P3_PRIMARIES = 11
const P3_WITH_D65 = 12
/** Alternatives for a number: how many bits to read, and what to add to them. */
type Choices = readonly (readonly [bits: number, added: number])[]
const enumChoices: Choices = [
  [0, 0],
  [0, 1],
  [4, 2],
  [6, 18],
]
const extraChannels: Choices = [
  [0, 0],
  [0, 1],
  [4, 2],
  [12, 1],
]
const choose = (bits: BitReader, choices: Choices): number => {
  const [length, added] = choices[bits.read(2)]!
  return bits.read(length) + added
}

function readHeader(stream: Buffer): Header | null {
  if (stream.toString('latin1', 0, SIGNATURE_BYTES) !== '\xff\x0a') return null
  const bits = new BitReader(stream.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + MAX_HEADER_BYTES))
  readSize(bits)
  const plain = { isXyb: true, colorStart: 0, colorEnd: 0, transformStart: 0, end: 0 }
  if (bits.read(1) === 1) return { codePoints: SRGB_POINTS, primaries: null, ...plain }
  const hasMore = bits.read(1) === 1
  if (hasMore) {
    if (bits.read(3) !== 0) return null // rotated
    if (bits.read(1) === 1) readSize(bits)
    if (bits.read(2) !== 0) return null // a preview or an animation
  }
  const isFloat = bits.read(1) === 1
  const lengths = isFloat ? [32, 16, 24] : [8, 10, 12]
  choose(bits, [...lengths.map((length) => [0, length] as const), [6, 1]])
  if (isFloat) bits.read(4)
  bits.read(1) // whether 16 bits are enough to decode it
  const channels = choose(bits, extraChannels)
  for (let channel = 0; channel < channels; channel++) if (bits.read(1) === 0) return null // not opacity of 8 bits
  const isXyb = bits.read(1) === 1
  const colorStart = bits.at
  const color = readColor(bits)
  if (color === null) return null
  const colorEnd = bits.at
  if (hasMore && bits.read(1) === 0) for (const length of [16, 16, 1, 16]) bits.read(length)
  if (bits.read(2) !== 0) return null // extensions
  const transformStart = bits.at
  if (bits.read(1) === 0) return null // a custom matrix
  if (bits.isBeyondEnd) return null
  const primaries = color.primaries === SRGB_POINTS.primaries ? null : encodingOf(color)
  return { codePoints: color, primaries, isXyb, colorStart, colorEnd, transformStart, end: bits.at }
}

/** Spaces are numbered as in ITU-T H.273. */
function readColor(bits: BitReader): CodePoints | null {
  if (bits.read(1) === 1) return SRGB_POINTS
  if (bits.read(1) === 1) return null // an ICC profile
  const space = choose(bits, enumChoices)
  if (space > GREY || choose(bits, enumChoices) !== D65) return null
  const primaries = space === GREY ? SRGB_POINTS.primaries : choose(bits, enumChoices)
  if (bits.read(1) === 1) return null // a gamma
  const transfer = choose(bits, enumChoices)
  choose(bits, enumChoices) // rendering intent
  if (primaries === P3_PRIMARIES) return { primaries: P3_WITH_D65, transfer }
  return primaries === SRGB_POINTS.primaries || primaries === BT2020 ? { primaries, transfer } : null
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

const RELATIVE_INTENT = 1

function writeColor(bits: BitWriter, transfer: number): void {
  bits.write(0, 2) // not the default, no ICC profile
  writeEnum(bits, RGB)
  writeEnum(bits, D65)
  writeEnum(bits, SRGB_POINTS.primaries)
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

function writeTransform(bits: BitWriter, toPrimaries: Matrix): void {
  bits.write(0, 2) // neither the default nor the default matrix
  const halves = Float16Array.from([
    ...multiply(toPrimaries, FROM_XYB).flat(),
    XYB_BIAS,
    XYB_BIAS,
    XYB_BIAS,
    ...ROUNDING,
  ])
  for (const half of new Uint16Array(halves.buffer)) bits.write(half, 16)
  bits.write(0, 3) // usual weights for enlarging
}
