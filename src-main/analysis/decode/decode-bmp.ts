import type { BmpHeader } from '../../base/formats/bmp/bmp-header.ts'

/** Pixels of a BMP: RGB, row by row from the top. `isComplete` is false if the file ends before its pixels do. */
export type BmpPixels = { data: Uint8Array; isComplete: boolean }

/** Decodes a BMP; missing pixels stay black. */
export function decodeBmp(bytes: Buffer, header: BmpHeader): BmpPixels {
  const data = new Uint8Array(header.width * header.height * 3)
  if (header.compression !== 'none') return { data, isComplete: decodeRuns(bytes, header, data) }
  const stride = Math.ceil((header.width * header.bits) / 32) * 4
  const read = rowReader(header)
  let isComplete = true
  for (let row = 0; row < header.height; row++) {
    const from = header.pixelsAt + row * stride
    const stored = bytes.subarray(from, from + stride)
    // Writers often omit the padding behind the last row.
    if (stored.length * 8 < header.width * header.bits) isComplete = false
    read(stored, data, placeOf(row, header))
  }
  return { data, isComplete }
}

/** Offset in the pixels of a stored row. */
const placeOf = (row: number, { width, height, isTopDown }: BmpHeader): number =>
  (isTopDown ? row : height - 1 - row) * width * 3

type RowReader = (stored: Buffer, data: Uint8Array, at: number) => void

function rowReader(header: BmpHeader): RowReader {
  if (header.bits <= 8) return paletteReader(header)
  return header.bits === 24 ? readBlueGreenRed(header.width) : maskReader(header)
}

function readBlueGreenRed(width: number): RowReader {
  return (stored, data, at) => {
    const pixels = Math.min(width, Math.floor(stored.length / 3))
    for (let i = 0; i < pixels * 3; i += 3) {
      data[at + i] = stored[i + 2]!
      data[at + i + 1] = stored[i + 1]!
      data[at + i + 2] = stored[i]!
    }
  }
}

function paletteReader({ width, bits, palette }: BmpHeader): RowReader {
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  return (stored, data, at) => {
    for (let x = 0; x < width && Math.floor(x / perByte) < stored.length; x++) {
      const shift = 8 - bits * ((x % perByte) + 1)
      setColor(data, at + x * 3, palette, (stored[Math.floor(x / perByte)]! >> shift) & mask)
    }
  }
}

function maskReader({ width, bits, masks }: BmpHeader): RowReader {
  const channels = masks.map(channelOf)
  const bytesEach = bits / 8
  return (stored, data, at) => {
    const pixels = Math.min(width, Math.floor(stored.length / bytesEach))
    for (let x = 0; x < pixels; x++) {
      const value = bytesEach === 2 ? stored.readUInt16LE(x * 2) : stored.readUInt32LE(x * 4)
      for (let i = 0; i < 3; i++) {
        const { shift, max } = channels[i]!
        data[at + x * 3 + i] = max === 0 ? 0 : (((value >>> shift) & max) * 255) / max
      }
    }
  }
}

/** A mask as a shift and the maximum value after it. */
function channelOf(mask: number): { shift: number; max: number } {
  if (mask === 0) return { shift: 0, max: 0 }
  const shift = 31 - Math.clz32(mask & -mask)
  return { shift, max: mask >>> shift }
}

function setColor(data: Uint8Array, at: number, palette: Uint8Array, index: number): void {
  data[at] = palette[index * 3]!
  data[at + 1] = palette[index * 3 + 1]!
  data[at + 2] = palette[index * 3 + 2]!
}

const END_OF_LINE = 0
const END_OF_BITMAP = 1
const MOVE = 2

/**
 * Decodes runs of one colour and stretches of single ones; with four bits a pixel, two share a byte. True if the bitmap
 * has an end mark.
 */
function decodeRuns(bytes: Buffer, header: BmpHeader, data: Uint8Array): boolean {
  const { width, height, compression, palette } = header
  const isNibbles = compression === 'rle4'
  let [x, row] = [0, 0]
  const put = (value: number, i: number) => {
    const index = isNibbles ? (value >> (i % 2 === 0 ? 4 : 0)) & 15 : value
    if (x < width && row < height) setColor(data, placeOf(row, header) + x * 3, palette, index)
    x++
  }
  for (let at = header.pixelsAt; at + 2 <= bytes.length && row < height;) {
    const [count, value] = [bytes[at]!, bytes[at + 1]!]
    at += 2
    if (count > 0) {
      const seen = Math.min(count, Math.max(0, width - x))
      for (let i = 0; i < seen; i++) put(value, i)
      x += count - seen
    } else if (value === END_OF_BITMAP) return true
    else if (value === END_OF_LINE) [x, row] = [0, row + 1]
    else if (value === MOVE) {
      ;[x, row] = [x + (bytes[at] ?? 0), row + (bytes[at + 1] ?? 0)]
      at += 2
    } else {
      const size = isNibbles ? Math.ceil(value / 2) : value
      for (let i = 0; i < value && at + (isNibbles ? i >> 1 : i) < bytes.length; i++)
        put(bytes[at + (isNibbles ? i >> 1 : i)]!, i)
      at += size + (size % 2)
    }
  }
  return row >= height
}
