import { readBoxes } from '../isobmff/media-boxes.ts'
import { hasText } from '../signatures.ts'
import { BitReader } from './bit-reader.ts'

/** The header of a JPEG XL; the size is upright, as decoders return it. */
export type JxlHeader = { width: number; height: number; isAnimated: boolean }

const PART_NUMBER_BYTES = 4
const ratios: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
]

/** True if the bytes start a JPEG XL, bare or in boxes. */
export const isJxl = (bytes: Buffer): boolean => hasText(bytes, 0, '\xff\x0a') || hasText(bytes, 4, 'JXL ')

/** Reads the image header of a JPEG XL (ISO/IEC 18181-1, D.2 and D.3); null if it is missing. */
export function readJxlHeader(bytes: Buffer): JxlHeader | null {
  const stream = findStream(bytes)
  if (stream === null || !hasText(stream, 0, '\xff\x0a')) return null
  const bits = new BitReader(stream.subarray(2, 64))
  const { width, height } = readSize(bits)
  let orientation = 1
  let isAnimated = false
  const isAllDefault = bits.read(1) === 1
  if (!isAllDefault && bits.read(1) === 1) {
    orientation = 1 + bits.read(3)
    if (bits.read(1) === 1) readSize(bits)
    if (bits.read(1) === 1) skipPreview(bits)
    isAnimated = bits.read(1) === 1
  }
  if (bits.isBeyondEnd) return null
  return orientation > 4 ? { width: height, height: width, isAnimated } : { width, height, isAnimated }
}

/** The codestream, or its first part. */
const findStream = (bytes: Buffer): Buffer | null => partsOf(bytes)[0] ?? null

/** The whole codestream, extracted from its boxes; empty if there is none. */
export const wholeStream = (bytes: Buffer): Buffer => {
  const parts = partsOf(bytes)
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

function partsOf(bytes: Buffer): Buffer[] {
  if (!hasText(bytes, 4, 'JXL ')) return [bytes]
  return readBoxes(bytes, 0, bytes.length).flatMap(({ type, start, end }) =>
    type === 'jxlc' || type === 'jxlp'
      ? [bytes.subarray(type === 'jxlp' ? start + PART_NUMBER_BYTES : start, end)]
      : [],
  )
}

export function readSize(bits: BitReader): { width: number; height: number } {
  const isSmall = bits.read(1) === 1
  const side = () => (isSmall ? (bits.read(5) + 1) * 8 : bits.read([9, 13, 18, 30][bits.read(2)]!) + 1)
  const height = side()
  const ratio = ratios[bits.read(3) - 1]
  return { width: ratio === undefined ? side() : Math.floor((height * ratio[0]) / ratio[1]), height }
}

function skipPreview(bits: BitReader): void {
  const isDivided = bits.read(1) === 1
  const side = () => bits.read((isDivided ? [0, 0, 5, 9] : [6, 8, 10, 12])[bits.read(2)]!)
  side()
  if (bits.read(3) === 0) side()
}
