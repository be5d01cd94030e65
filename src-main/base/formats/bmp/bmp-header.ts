import { hasText } from '../signatures.ts'

/** The header of a BMP (Windows GDI, BITMAPINFOHEADER to BITMAPV5HEADER; OS/2 1.x). */
export type BmpHeader = {
  width: number
  height: number
  /** Rows are stored from the top; usually they are stored from the bottom. */
  isTopDown: boolean
  bits: number
  compression: BmpCompression
  /** Bits of red, green and blue in a pixel of 16 or 32 bits. */
  masks: readonly [number, number, number]
  /** Red, green and blue of each colour, for pixels of at most 8 bits. */
  palette: Uint8Array
  pixelsAt: number
  profile: Buffer | null
}
export type BmpCompression = 'none' | 'rle8' | 'rle4'

const FILE_HEADER_BYTES = 14
const OS2_HEADER_BYTES = 12
const SHORT_HEADER_BYTES = 40
const V5_HEADER_BYTES = 124
const MASKS_AT = FILE_HEADER_BYTES + SHORT_HEADER_BYTES
const COMPRESSIONS: readonly (BmpCompression | undefined)[] = [
  'none',
  'rle8',
  'rle4',
  'none', // with masks
  undefined, // a JPEG
  undefined, // a PNG
  'none', // with masks, one for alpha too
]
const HAS_MASKS: ReadonlySet<number> = new Set([3, 6])

/** True if the bytes start a BMP. */
export const isBmp = (bytes: Buffer): boolean =>
  hasText(bytes, 0, 'BM') && bytes.length > 26 && bytes.readUInt32LE(14) <= V5_HEADER_BYTES

/** Reads the header of a BMP; null if it is truncated or of a kind that no program writes. */
export function readBmpHeader(bytes: Buffer): BmpHeader | null {
  if (!isBmp(bytes)) return null
  const headerBytes = bytes.readUInt32LE(14)
  if (headerBytes === OS2_HEADER_BYTES) return readOs2Header(bytes)
  if (headerBytes < SHORT_HEADER_BYTES || bytes.length < FILE_HEADER_BYTES + headerBytes) return null
  const height = bytes.readInt32LE(22)
  const code = bytes.readUInt32LE(30)
  const compression = COMPRESSIONS[code]
  const bits = bytes.readUInt16LE(28)
  if (compression === undefined) return null
  const masksAfter = headerBytes === SHORT_HEADER_BYTES && HAS_MASKS.has(code) ? (code === 6 ? 16 : 12) : 0
  return {
    width: bytes.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits,
    compression,
    masks: HAS_MASKS.has(code) && bytes.length >= MASKS_AT + 12 ? masksAt(bytes) : defaultMasks(bits),
    palette: readPalette(bytes, FILE_HEADER_BYTES + headerBytes + masksAfter, 4),
    pixelsAt: bytes.readUInt32LE(10),
    profile: headerBytes === V5_HEADER_BYTES ? readProfile(bytes) : null,
  }
}

function readOs2Header(bytes: Buffer): BmpHeader {
  const bits = bytes.readUInt16LE(24)
  return {
    width: bytes.readUInt16LE(18),
    height: bytes.readUInt16LE(20),
    isTopDown: false,
    bits,
    compression: 'none',
    masks: defaultMasks(bits),
    palette: readPalette(bytes, FILE_HEADER_BYTES + OS2_HEADER_BYTES, 3),
    pixelsAt: bytes.readUInt32LE(10),
    profile: null,
  }
}

const masksAt = (bytes: Buffer): [number, number, number] => [
  bytes.readUInt32LE(MASKS_AT),
  bytes.readUInt32LE(MASKS_AT + 4),
  bytes.readUInt32LE(MASKS_AT + 8),
]

const defaultMasks = (bits: number): [number, number, number] =>
  bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff]

/** Colours are stored as blue, green, red, and usually a fourth byte; missing ones are black. */
function readPalette(bytes: Buffer, at: number, entryBytes: 3 | 4): Uint8Array {
  const palette = new Uint8Array(256 * 3)
  const end = Math.min(bytes.readUInt32LE(10), bytes.length)
  for (let i = 0; i < 256 && at + entryBytes * i + 3 <= end; i++)
    for (const channel of [0, 1, 2]) palette[3 * i + channel] = bytes[at + entryBytes * i + 2 - channel]!
  return palette
}

/** Reads an embedded profile; one that is named by a path is not read. */
function readProfile(bytes: Buffer): Buffer | null {
  if (!hasText(bytes, 70, 'DEBM')) return null
  const [at, size] = [FILE_HEADER_BYTES + bytes.readUInt32LE(126), bytes.readUInt32LE(130)]
  return size > 0 && at + size <= bytes.length ? bytes.subarray(at, at + size) : null
}
