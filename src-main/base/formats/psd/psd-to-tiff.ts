import { writeTiffDirectory, type TiffEntry } from '../tiff/write-directory.ts'
import type { PsdLayout, PsdMode } from './psd-layout.ts'

/** Colour channels of a mode, and TIFF's name for them (PhotometricInterpretation). */
const colors: Readonly<Record<PsdMode, { channels: number; photometric: number }>> = {
  bitmap: { channels: 1, photometric: 0 },
  gray: { channels: 1, photometric: 1 },
  indexed: { channels: 1, photometric: 3 },
  rgb: { channels: 3, photometric: 2 },
  cmyk: { channels: 4, photometric: 5 },
  lab: { channels: 3, photometric: 9 },
}
const DEPTHS: Readonly<Record<PsdMode, readonly number[]>> = {
  bitmap: [1],
  gray: [8, 16],
  indexed: [8],
  rgb: [8, 16],
  cmyk: [8, 16],
  lab: [8, 16],
}
const RAW = 0
const RUNS = 1
const PACK_BITS = 32773
/** Approximate size of the strips into which rows of an uncompressed picture are grouped. */
const STRIP_BYTES = 1024 * 1024

/** Pieces of the composite, plane after plane, rows in order. */
type Strips = { rows: number; offsets: number[]; lengths: number[]; compression: number }

/**
 * Converts the composite of a Photoshop file to a TIFF that libvips reads with colour management. Both formats store
 * planes one after the other and pack rows in the same way. The file's content therefore stays unchanged, with another
 * header and a directory at its end; only ink samples are changed. Null if it has no composite of a supported kind.
 */
export function psdToTiff(bytes: Buffer, layout: PsdLayout): Buffer | null {
  const { mode, depth, channels, hasComposite } = layout
  if (mode === null || !hasComposite || !DEPTHS[mode].includes(depth) || channels < colors[mode].channels) return null
  const strips = findStrips(bytes, layout, colors[mode].channels)
  if (strips === null) return null
  const directoryAt = bytes.length + (bytes.length & 1)
  const directory = writeTiffDirectory(entriesOf(bytes, layout, mode, strips), directoryAt, false)
  const tiff = Buffer.concat([bytes, Buffer.alloc(directoryAt - bytes.length), directory])
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(directoryAt, 4)
  if (mode === 'cmyk') invertSamples(tiff, { ...strips, isPacked: strips.compression === PACK_BITS })
  return tiff
}

function findStrips(bytes: Buffer, layout: PsdLayout, planes: number): Strips | null {
  const { compositeAt } = layout
  if (compositeAt + 2 > bytes.length) return null
  const compression = bytes.readUInt16BE(compositeAt)
  if (compression === RAW) return rawStrips(bytes, layout, planes)
  return compression === RUNS ? packedStrips(bytes, layout, planes) : null
}

function rawStrips(bytes: Buffer, { width, height, depth, compositeAt }: PsdLayout, planes: number): Strips | null {
  const rowBytes = Math.ceil((width * depth) / 8)
  const rows = Math.max(1, Math.floor(STRIP_BYTES / rowBytes))
  const strips: Strips = { rows, offsets: [], lengths: [], compression: 1 }
  if (compositeAt + 2 + planes * height * rowBytes > bytes.length) return null
  for (let plane = 0; plane < planes; plane++)
    for (let row = 0; row < height; row += rows) {
      strips.offsets.push(compositeAt + 2 + (plane * height + row) * rowBytes)
      strips.lengths.push(Math.min(rows, height - row) * rowBytes)
    }
  return strips
}

/** Row lengths of all planes, also of hidden ones, precede the first row. */
function packedStrips(bytes: Buffer, layout: PsdLayout, planes: number): Strips | null {
  const { height, channels, compositeAt, isLarge } = layout
  const lengthBytes = isLarge ? 4 : 2
  const rowsAt = compositeAt + 2 + channels * height * lengthBytes
  if (rowsAt > bytes.length) return null
  const strips: Strips = { rows: 1, offsets: [], lengths: [], compression: PACK_BITS }
  let at = rowsAt
  for (let row = 0; row < planes * height; row++) {
    const length = bytes.readUIntBE(compositeAt + 2 + row * lengthBytes, lengthBytes)
    strips.offsets.push(at)
    strips.lengths.push(length)
    at += length
    if (at > bytes.length) return null
  }
  return strips
}

function entriesOf(bytes: Buffer, layout: PsdLayout, mode: PsdMode, strips: Strips): TiffEntry[] {
  const { width, height, depth, profile } = layout
  const { channels, photometric } = colors[mode]
  const palette = mode === 'indexed' ? colorMap(bytes, layout) : null
  return [
    { tag: 0x100, type: 4, values: [width] },
    { tag: 0x101, type: 4, values: [height] },
    { tag: 0x102, type: 3, values: Array.from({ length: channels }, () => depth) },
    { tag: 0x103, type: 3, values: [strips.compression] },
    { tag: 0x106, type: 3, values: [photometric] },
    { tag: 0x111, type: 4, values: strips.offsets },
    { tag: 0x115, type: 3, values: [channels] },
    { tag: 0x116, type: 4, values: [strips.rows] },
    { tag: 0x117, type: 4, values: strips.lengths },
    { tag: 0x11c, type: 3, values: [channels > 1 ? 2 : 1] },
    ...(palette === null ? [] : [{ tag: 0x140, type: 3 as const, values: palette }]),
    ...(profile === null
      ? []
      : [{ tag: 0x8773, type: 7 as const, place: { offset: profile.start, length: profile.end - profile.start } }]),
  ]
}

/** A TIFF has 256 colours of 16 bits. */
function colorMap(bytes: Buffer, { palette }: PsdLayout): number[] {
  return Array.from({ length: 768 }, (_, i) => (i < palette.end - palette.start ? bytes[palette.start + i]! * 257 : 0))
}

/** Positions of samples, and whether rows of them are packed. */
type Pieces = { offsets: readonly number[]; lengths: readonly number[]; isPacked: boolean }

/** Inverts samples in place: in Photoshop, higher values mean less ink; in TIFF, more. */
function invertSamples(bytes: Buffer, { offsets, lengths, isPacked }: Pieces): void {
  const invert = isPacked ? invertPacked : invertPlain
  offsets.forEach((offset, i) => invert(bytes, offset, offset + lengths[i]!))
}

function invertPlain(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at++) bytes[at] = bytes[at]! ^ 0xff
}

/** Runs of a row: a count, then one byte to repeat or that many bytes to copy. */
function invertPacked(bytes: Buffer, from: number, to: number): void {
  for (let at = from; at < to;) {
    const count = bytes.readInt8(at)
    const size = count === -128 ? 0 : count < 0 ? 1 : count + 1
    invertPlain(bytes, at + 1, Math.min(at + 1 + size, to))
    at += 1 + size
  }
}
