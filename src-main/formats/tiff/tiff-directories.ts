/** One image file directory of a TIFF: its numeric tags, and where the values of long ones lie. */
export type TiffDirectory = {
  /** Values of a numeric tag, at most the first 64; undefined where the tag is absent. */
  numbers(tag: number): number[] | undefined
  /** Text of an ASCII tag, trimmed. */
  text(tag: number): string | undefined
  /** Absolute position and length in bytes of a tag's value. */
  place(tag: number): { offset: number; length: number } | undefined
}

export const tiffTag = {
  width: 0x100,
  height: 0x101,
  compression: 0x103,
  photometric: 0x106,
  make: 0x10f,
  stripOffsets: 0x111,
  orientation: 0x112,
  stripByteCounts: 0x117,
  subDirectories: 0x14a,
  jpegOffset: 0x201,
  jpegLength: 0x202,
  exifDirectory: 0x8769,
  dngVersion: 0xc612,
  panasonicJpeg: 0x2e,
} as const

const TYPE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
}
const MAX_DIRECTORIES = 40
const MAX_ENTRIES = 1000

/**
 * All directories of a TIFF-like file (TIFF 6.0; also the variants of CR2, NEF, DNG, ARW, ORF, RW2, PEF, SRW), linked
 * and nested, main ones first. Never throws and never loops: offsets outside the file and directories seen before are
 * passed over.
 */
export function readTiffDirectories(bytes: Buffer, start = 0): TiffDirectory[] {
  const order = bytes.toString('latin1', start, start + 2)
  if ((order !== 'II' && order !== 'MM') || bytes.length < start + 8) return []
  const reader = numberReader(bytes, order === 'II')
  const seen = new Set<number>()
  const queue = [start + reader.u32(start + 4)]
  const directories: TiffDirectory[] = []
  for (let at = queue.shift(); at !== undefined && directories.length < MAX_DIRECTORIES; at = queue.shift()) {
    if (seen.has(at) || at < start + 8 || at + 6 > bytes.length) continue
    seen.add(at)
    const { directory, next } = readDirectory(bytes, reader, start, at)
    directories.push(directory)
    if (next > 0) queue.push(start + next)
    for (const child of directory.numbers(tiffTag.subDirectories) ?? []) queue.push(start + child)
  }
  return directories
}

/** EXIF orientation of a directory, 1 to 8; undefined where it does not say one. */
export function orientationOf(directory: TiffDirectory | undefined): number | undefined {
  const value = directory?.numbers(tiffTag.orientation)?.[0]
  return value !== undefined && value >= 1 && value <= 8 ? value : undefined
}

type NumberReader = { u16(at: number): number; u32(at: number): number }
type Entry = { type: number; count: number; offset: number }

function numberReader(bytes: Buffer, isLittle: boolean): NumberReader {
  return isLittle
    ? { u16: (at) => bytes.readUInt16LE(at), u32: (at) => bytes.readUInt32LE(at) }
    : { u16: (at) => bytes.readUInt16BE(at), u32: (at) => bytes.readUInt32BE(at) }
}

function readDirectory(
  bytes: Buffer,
  reader: NumberReader,
  start: number,
  at: number,
): { directory: TiffDirectory; next: number } {
  const count = Math.min(reader.u16(at), MAX_ENTRIES)
  const entries = new Map<number, Entry>()
  for (let i = 0; i < count; i++) {
    const entryAt = at + 2 + 12 * i
    if (entryAt + 12 > bytes.length) break
    const [type, values] = [reader.u16(entryAt + 2), reader.u32(entryAt + 4)]
    const size = (TYPE_BYTES[type] ?? 0) * values
    const offset = size <= 4 ? entryAt + 8 : start + reader.u32(entryAt + 8)
    if (size > 0 && offset + Math.min(size, 8) <= bytes.length)
      entries.set(reader.u16(entryAt), { type, count: values, offset })
  }
  const nextAt = at + 2 + 12 * count
  return { directory: directoryOf(bytes, reader, entries), next: nextAt + 4 <= bytes.length ? reader.u32(nextAt) : 0 }
}

function directoryOf(bytes: Buffer, reader: NumberReader, entries: ReadonlyMap<number, Entry>): TiffDirectory {
  return {
    numbers(tag) {
      const entry = entries.get(tag)
      return entry === undefined ? undefined : readNumbers(bytes, reader, entry)
    },
    text(tag) {
      const entry = entries.get(tag)
      if (entry?.type !== 2) return undefined
      return bytes
        .toString('latin1', entry.offset, Math.min(entry.offset + Math.min(entry.count, 256), bytes.length))
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

function readNumbers(bytes: Buffer, reader: NumberReader, { type, count, offset }: Entry): number[] {
  const size = TYPE_BYTES[type] ?? 1
  const read = size === 1 ? (at: number) => bytes[at]! : size === 2 ? reader.u16 : reader.u32
  const values: number[] = []
  for (let i = 0; i < Math.min(count, 64) && offset + (i + 1) * size <= bytes.length; i++)
    values.push(read(offset + i * size))
  return values
}
