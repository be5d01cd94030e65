import type { ByteRange } from '../image-data/byte-range.ts'
import { hasText } from '../signatures.ts'

/** How a Photoshop file interprets its channels. */
export type PsdMode = 'bitmap' | 'gray' | 'indexed' | 'rgb' | 'cmyk' | 'lab'

/** The content of a PSD or PSB file and its position (Adobe Photoshop File Formats Specification). */
export type PsdLayout = {
  width: number
  height: number
  channels: number
  /** Bits of a sample: 1, 8, 16 or 32. */
  depth: number
  /** Null for channels without colours. */
  mode: PsdMode | null
  /** A PSB, in which row lengths have four bytes. */
  isLarge: boolean
  /** Colours of indexed pictures: all reds, all greens, all blues. */
  palette: ByteRange
  profile: ByteRange | null
  /** A small JPEG of the whole picture. */
  thumbnail: ByteRange | null
  /** False if the program was set to save only layers. */
  hasComposite: boolean
  compositeAt: number
}

const HEADER_BYTES = 26
/** Duotones are grey pictures with inks; without these they look as other programs show them. */
const MODES: Readonly<Record<number, PsdMode>> = {
  0: 'bitmap',
  1: 'gray',
  2: 'indexed',
  3: 'rgb',
  4: 'cmyk',
  8: 'gray',
  9: 'lab',
}
/** Numbers of image resources. */
export const psdResources = { iptc: 1028, profile: 1039, exif: 1058, xmp: 1060 } as const
const THUMBNAIL = 1036
const THUMBNAIL_HEAD_BYTES = 28
const VERSION = 1057
const MAX_RESOURCES = 5000

/** Reads the positions of a Photoshop file's parts; null if its sections extend beyond its end. */
export function readPsdLayout(bytes: Buffer): PsdLayout | null {
  if (!hasText(bytes, 0, '8BPS') || bytes.length < HEADER_BYTES + 12) return null
  const isLarge = bytes.readUInt16BE(4) === 2
  const palette = sectionAt(bytes, HEADER_BYTES, 4)
  const resources = sectionAt(bytes, palette?.end, 4)
  const layers = sectionAt(bytes, resources?.end, isLarge ? 8 : 4)
  if (palette === null || resources === null || layers === null) return null
  const found = readPsdResources(bytes, resources)
  const version = found.get(VERSION)
  const thumbnail = found.get(THUMBNAIL)
  return {
    width: bytes.readUInt32BE(18),
    height: bytes.readUInt32BE(14),
    channels: bytes.readUInt16BE(12),
    depth: bytes.readUInt16BE(22),
    mode: MODES[bytes.readUInt16BE(24)] ?? null,
    isLarge,
    palette,
    profile: found.get(psdResources.profile) ?? null,
    thumbnail: thumbnail === undefined ? null : { start: thumbnail.start + THUMBNAIL_HEAD_BYTES, end: thumbnail.end },
    hasComposite: version === undefined || bytes[version.start + 4] !== 0,
    compositeAt: layers.end,
  }
}

/** The content of a section that starts with its length. */
function sectionAt(bytes: Buffer, at: number | undefined, lengthBytes: 4 | 8): ByteRange | null {
  if (at === undefined || at + lengthBytes > bytes.length) return null
  const start = at + lengthBytes
  const length = lengthBytes === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at))
  return start + length > bytes.length ? null : { start, end: start + length }
}

/** Position of a Photoshop file's image resources, from its first bytes; null if these are too few. */
export function findPsdResources(head: Buffer): ByteRange | null {
  if (!hasText(head, 0, '8BPS') || head.length < HEADER_BYTES + 4) return null
  const lengthAt = HEADER_BYTES + 4 + head.readUInt32BE(HEADER_BYTES)
  if (lengthAt + 4 > head.length) return null
  return { start: lengthAt + 4, end: lengthAt + 4 + head.readUInt32BE(lengthAt) }
}

/** Signatures of image resources; a few programs use others than the first. */
const SIGNATURES = ['8BIM', 'PHUT', 'DCSR', 'AgHg', 'MeSa']

/** Image resources within a range by number; the first of each. PNG may hold some, too. */
export function readPsdResources(bytes: Buffer, { start, end }: ByteRange): Map<number, ByteRange> {
  const found = new Map<number, ByteRange>()
  for (let at = start, count = 0; at + 12 <= end && count < MAX_RESOURCES; count++) {
    if (!SIGNATURES.includes(bytes.toString('latin1', at, at + 4))) break
    const id = bytes.readUInt16BE(at + 4)
    const nameBytes = 1 + bytes[at + 6]!
    const sizeAt = at + 6 + nameBytes + (nameBytes & 1)
    if (sizeAt + 4 > end) break
    const size = bytes.readUInt32BE(sizeAt)
    if (sizeAt + 4 + size > end) break
    if (!found.has(id)) found.set(id, { start: sizeAt + 4, end: sizeAt + 4 + size })
    at = sizeAt + 4 + size + (size & 1)
  }
  return found
}
