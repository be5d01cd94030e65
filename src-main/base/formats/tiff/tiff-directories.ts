import type { Bytes } from '../bytes.ts'
import { readTiffLayout, readUint, type TiffLayout } from './tiff-layout.ts'

/** One image file directory of a TIFF: its numeric tags, and the positions of long values. */
export type TiffDirectory = {
  /** Values of a numeric tag, at most the first 64 or `max`; undefined if the tag is absent. */
  numbers(tag: number, max?: number): number[] | undefined
  /** The same including fractions and floating-point numbers; a fraction over 0 is NaN or infinite. */
  values(tag: number, max?: number): number[] | undefined
  /** Text of an ASCII tag, trimmed. */
  text(tag: number): string | undefined
  /** Absolute position and length in bytes of a tag's value. */
  place(tag: number): { offset: number; length: number } | undefined
}

export const tiffTag = {
  subfileType: 0xfe,
  oldSubfileType: 0xff,
  width: 0x100,
  height: 0x101,
  bitsPerSample: 0x102,
  compression: 0x103,
  photometric: 0x106,
  make: 0x10f,
  stripOffsets: 0x111,
  orientation: 0x112,
  samplesPerPixel: 0x115,
  rowsPerStrip: 0x116,
  stripByteCounts: 0x117,
  rawOffset: 0x118,
  planes: 0x11c,
  predictor: 0x13d,
  colorMap: 0x140,
  tileWidth: 0x142,
  tileHeight: 0x143,
  tileOffsets: 0x144,
  tileByteCounts: 0x145,
  subDirectories: 0x14a,
  jpegTables: 0x15b,
  jpegOffset: 0x201,
  jpegLength: 0x202,
  exifDirectory: 0x8769,
  sampleFormat: 0x153,
  dngVersion: 0xc612,
  linearizationTable: 0xc618,
  blackLevel: 0xc61a,
  whiteLevel: 0xc61d,
  defaultCropOrigin: 0xc61f,
  defaultCropSize: 0xc620,
  colorMatrix1: 0xc621,
  colorMatrix2: 0xc622,
  cameraCalibration1: 0xc623,
  cameraCalibration2: 0xc624,
  analogBalance: 0xc627,
  asShotNeutral: 0xc628,
  asShotWhiteXY: 0xc629,
  baselineExposure: 0xc62a,
  calibrationIlluminant1: 0xc65a,
  calibrationIlluminant2: 0xc65b,
  activeArea: 0xc68d,
  forwardMatrix1: 0xc714,
  forwardMatrix2: 0xc715,
  rowInterleaveFactor: 0xc71f,
  columnInterleaveFactor: 0xcd43,
  panasonicJpeg: 0x2e,
} as const

/** Bytes of a value, by the number of its type. */
export const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
/** Types of eight-byte whole numbers and directory positions; fractions have eight bytes, too. */
const LONG_TYPES: ReadonlySet<number> = new Set([16, 17, 18])
const DEFAULT_MOST = 64
const MAX_DIRECTORIES = 40
/** libtiff rejects directories with more. */
const MAX_ENTRIES = 4096

/**
 * All directories of a TIFF-like file (TIFF 6.0 and BigTIFF; also the variants of CR2, NEF, DNG, ARW, ORF, RW2, PEF,
 * SRW), linked and nested, main ones first. Never throws and never loops: skips offsets outside the file and
 * directories seen before.
 */
export function readTiffDirectories(bytes: Bytes, start = 0): TiffDirectory[] {
  const layout = readTiffLayout(bytes.subarray(start, start + 16))
  if (layout === null) return []
  const seen = new Set<number>()
  const queue = [start + layout.firstAt]
  const directories: TiffDirectory[] = []
  const shortest = layout.countBytes + layout.wordBytes
  for (let at = queue.shift(); at !== undefined && directories.length < MAX_DIRECTORIES; at = queue.shift()) {
    if (seen.has(at) || at < start + 8 || at + shortest > bytes.length) continue
    seen.add(at)
    const { directory, next } = readDirectory(bytes, layout, start, at)
    directories.push(directory)
    if (next > 0) queue.push(start + next)
    for (const child of directory.numbers(tiffTag.subDirectories) ?? []) queue.push(start + child)
  }
  return directories
}

/** The directory at a position that a tag gives, relative to the start of the TIFF; undefined if there is none. */
export function readTiffDirectory(bytes: Bytes, start: number, at: number): TiffDirectory | undefined {
  const layout = readTiffLayout(bytes.subarray(start, start + 16))
  if (layout === null || at < 8 || start + at + layout.countBytes > bytes.length) return undefined
  return readDirectory(bytes, layout, start, start + at).directory
}

/** A page of a TIFF, as programs count them, with its subdirectories. */
export type TiffPage = { directory: TiffDirectory; below: (TiffDirectory | undefined)[] }

/** The pages of a TIFF in the order of their chain. Never throws and never loops. */
export function readTiffPages(bytes: Bytes): TiffPage[] {
  const layout = readTiffLayout(bytes.subarray(0, 16))
  const seen = new Set<number>()
  const pages: TiffPage[] = []
  for (let at = layout?.firstAt ?? 0; layout !== null && at >= 8 && !seen.has(at) && pages.length < MAX_DIRECTORIES;) {
    if (at + layout.countBytes + layout.wordBytes > bytes.length) break
    seen.add(at)
    const { directory, next } = readDirectory(bytes, layout, 0, at)
    const places = directory.numbers(tiffTag.subDirectories) ?? []
    pages.push({ directory, below: places.map((place) => readTiffDirectory(bytes, 0, place)) })
    at = next
  }
  return pages
}

/** EXIF orientation of a directory, 1 to 8; undefined if absent or invalid. */
export function orientationOf(directory: TiffDirectory | undefined): number | undefined {
  const value = directory?.numbers(tiffTag.orientation)?.[0]
  return value !== undefined && value >= 1 && value <= 8 ? value : undefined
}

type Entry = { type: number; count: number; offset: number }

function readDirectory(
  bytes: Bytes,
  layout: TiffLayout,
  start: number,
  at: number,
): { directory: TiffDirectory; next: number } {
  const { isLittle, countBytes, wordBytes } = layout
  const entryBytes = 4 + 2 * wordBytes
  const entriesAt = at + countBytes
  const count = Math.min(readUint(bytes.subarray(at, entriesAt), 0, countBytes, isLittle), MAX_ENTRIES)
  const block = bytes.subarray(entriesAt, entriesAt + entryBytes * count + wordBytes)
  const entries = new Map<number, Entry>()
  for (let i = 0; i < count && (i + 1) * entryBytes <= block.length; i++) {
    const [tag, type] = [0, 2].map((field) => readUint(block, i * entryBytes + field, 2, isLittle)) as [number, number]
    const values = readUint(block, i * entryBytes + 4, wordBytes, isLittle)
    const size = (TYPE_BYTES[type] ?? 0) * values
    const valueAt = i * entryBytes + 4 + wordBytes
    const offset = size <= wordBytes ? entriesAt + valueAt : start + readUint(block, valueAt, wordBytes, isLittle)
    // If a tag occurs twice, libtiff, too, takes the first.
    if (size > 0 && offset + Math.min(size, 8) <= bytes.length && !entries.has(tag))
      entries.set(tag, { type, count: values, offset })
  }
  const nextAt = entryBytes * count
  const next = nextAt + wordBytes <= block.length ? readUint(block, nextAt, wordBytes, isLittle) : 0
  return { directory: directoryOf(bytes, layout, entries), next }
}

function directoryOf(bytes: Bytes, { isLittle }: TiffLayout, entries: ReadonlyMap<number, Entry>): TiffDirectory {
  return {
    numbers(tag, max = DEFAULT_MOST) {
      const entry = entries.get(tag)
      return entry === undefined ? undefined : readNumbers(bytes, isLittle, entry, max)
    },
    values(tag, max = DEFAULT_MOST) {
      const entry = entries.get(tag)
      return entry === undefined ? undefined : readValues(bytes, isLittle, entry, max)
    },
    text(tag) {
      const entry = entries.get(tag)
      if (entry?.type !== 2) return undefined
      return bytes
        .subarray(entry.offset, entry.offset + Math.min(entry.count, 256))
        .toString('latin1')
        .replace(/\0.*$/s, '')
        .trim()
    },
    place(tag) {
      const entry = entries.get(tag)
      return entry === undefined
        ? undefined
        : { offset: entry.offset, length: entry.count * (TYPE_BYTES[entry.type] ?? 1) }
    },
  }
}

/** Of a fraction, the numerator. */
function readNumbers(bytes: Bytes, isLittle: boolean, { type, count, offset }: Entry, max: number): number[] {
  const size = TYPE_BYTES[type] ?? 1
  const block = bytes.subarray(offset, offset + Math.min(count, max) * size)
  const read = Math.min(size, LONG_TYPES.has(type) ? 8 : 4)
  return Array.from({ length: Math.floor(block.length / size) }, (_, i) => readUint(block, i * size, read, isLittle))
}

const SIGNED: ReadonlySet<number> = new Set([6, 8, 9, 10])
const RATIONALS: ReadonlySet<number> = new Set([5, 10])
const FLOAT = 11
const DOUBLE = 12

function readValues(bytes: Bytes, isLittle: boolean, entry: Entry, max: number): number[] {
  const { type, count, offset } = entry
  const [size, isRational] = [TYPE_BYTES[type] ?? 1, RATIONALS.has(type)]
  const isFloating = type === FLOAT || type === DOUBLE
  if (!SIGNED.has(type) && !isRational && !isFloating) return readNumbers(bytes, isLittle, entry, max)
  const block = bytes.subarray(offset, offset + Math.min(count, max) * size)
  const whole = (at: number, length: number) =>
    SIGNED.has(type)
      ? isLittle
        ? block.readIntLE(at, length)
        : block.readIntBE(at, length)
      : readUint(block, at, length, isLittle)
  return Array.from({ length: Math.floor(block.length / size) }, (_, i) => {
    const at = i * size
    if (isRational) return whole(at, 4) / whole(at + 4, 4)
    if (!isFloating) return whole(at, size)
    if (type === FLOAT) return isLittle ? block.readFloatLE(at) : block.readFloatBE(at)
    return isLittle ? block.readDoubleLE(at) : block.readDoubleBE(at)
  })
}
