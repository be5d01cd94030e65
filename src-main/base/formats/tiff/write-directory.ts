import { TYPE_BYTES } from './tiff-directories.ts'
import { readTiffLayout, readUint, type TiffLayout } from './tiff-layout.ts'

/**
 * A tag of a TIFF: numbers of two (type 3) or four bytes (type 4), or raw bytes, which may be in the file already (type
 * 7, or numbers of one or four bytes if programs require that).
 */
export type TiffEntry =
  | { tag: number; type: 3 | 4; values: readonly number[] }
  | { tag: number; type: 7; values: Uint8Array }
  | { tag: number; type: 1 | 4; bytes: Uint8Array }
  | { tag: number; type: 7; place: { offset: number; length: number } }

const ENTRY_BYTES = 12
/** Offset of the header field with the position of the first directory. */
const FIRST_AT = 4

/** Writes one image file directory followed by its values (TIFF 6.0), to be placed `at`; entries ascend by tag. */
export function writeTiffDirectory(entries: readonly TiffEntry[], at: number, isLittle: boolean): Buffer {
  const head = Buffer.alloc(2 + ENTRY_BYTES * entries.length + 4)
  const parts: Buffer[] = [head]
  let end = at + head.length
  writeUint(head, 0, 2, entries.length, isLittle)
  entries.forEach((entry, i) => {
    const from = 2 + ENTRY_BYTES * i
    const content = 'place' in entry ? null : contentOf(entry, isLittle)
    const length = 'place' in entry ? entry.place.length : content!.length
    writeUint(head, from, 2, entry.tag, isLittle)
    writeUint(head, from + 2, 2, entry.type, isLittle)
    writeUint(head, from + 4, 4, length / TYPE_BYTES[entry.type]!, isLittle)
    if ('place' in entry) writeUint(head, from + 8, 4, entry.place.offset, isLittle)
    else if (length <= 4) content!.copy(head, from + 8)
    else {
      writeUint(head, from + 8, 4, end, isLittle)
      parts.push(content!, Buffer.alloc(length & 1)) // values start at even offsets
      end += length + (length & 1)
    }
  })
  return Buffer.concat(parts)
}

/**
 * Adds tags to the first directory of a classic TIFF. The directory moves to the end of the file; everything else keeps
 * its position. Throws for a BigTIFF and for other files.
 */
export function withTiffEntries(tiff: Buffer, entries: readonly TiffEntry[]): Buffer {
  const { isLittle } = classicLayout(tiff)
  const sorted = [...entries].sort((a, b) => a.tag - b.tag)
  const directoryBytes = 2 + ENTRY_BYTES * sorted.length + 4
  // Written as their own directory, whose entries are then merged with the others.
  const own = writeTiffDirectory(sorted, evenEnd(tiff) - directoryBytes, isLittle)
  const values = own.subarray(directoryBytes)
  return withValuesAndEntries(tiff, values, entriesAt(own, 0, isLittle))
}

/** EXIF tags about pictures whose pixels are JPEG-compressed (EXIF 2.32, table 21). */
const ABOUT_COMPRESSED: ReadonlySet<number> = new Set([0x213, 0x9101, 0xa002, 0xa003])

/**
 * Adds an EXIF block, without its thumbnail, to a classic TIFF: those tags of the first directory that it lacks, and
 * the directories of EXIF, GPS and interoperability. Throws for a BigTIFF, for other files, and for a block in another
 * byte order.
 */
export function withExifBlock(tiff: Buffer, exif: Buffer): Buffer {
  const { isLittle } = classicLayout(tiff)
  const { isLittle: isBlockLittle, firstAt } = classicLayout(exif)
  if (isLittle !== isBlockLittle) throw new Error('An EXIF block can be put into a TIFF of its own byte order only.')
  const moved = Buffer.from(exif)
  const entries = moveEntries(moved, firstAt, evenEnd(tiff), isLittle)
  const own = new Set(entriesAt(tiff, classicLayout(tiff).firstAt, isLittle).map(({ tag }) => tag))
  return withValuesAndEntries(
    tiff,
    moved,
    entries.filter(({ tag }) => !own.has(tag)),
  )
}

/**
 * Adjusts the offsets in a directory, and in its subdirectories, to a block at `base` of another file, and returns its
 * entries.
 */
function moveEntries(block: Buffer, at: number, base: number, isLittle: boolean): RawEntry[] {
  const entries = entriesAt(block, at, isLittle).filter(({ tag }) => !ABOUT_COMPRESSED.has(tag))
  for (const { tag, bytes } of entries) {
    const type = readUint(bytes, 2, 2, isLittle)
    const value = readUint(bytes, 8, 4, isLittle)
    const isBelow = exifDirectories.has(tag)
    if (isBelow) {
      const below = moveEntries(block, value, base, isLittle)
      const last = value + 2 + ENTRY_BYTES * below.length
      const kept = Buffer.concat(below.map((entry) => entry.bytes))
      writeUint(block, value, 2, below.length, isLittle)
      kept.copy(block, value + 2)
      writeUint(block, last, 4, 0, isLittle)
    }
    const length = (TYPE_BYTES[type] ?? 1) * readUint(bytes, 4, 4, isLittle)
    if (isBelow || length > 4) writeUint(bytes, 8, 4, base + value, isLittle)
  }
  return entries
}

const exifDirectories: ReadonlySet<number> = new Set([0x8769, 0x8825, 0xa005])

type RawEntry = { tag: number; bytes: Buffer }

/** The entries of a directory, sharing memory with it. */
function entriesAt(tiff: Buffer, at: number, isLittle: boolean): RawEntry[] {
  return Array.from({ length: readUint(tiff, at, 2, isLittle) }, (_, i) => {
    const from = at + 2 + ENTRY_BYTES * i
    return { tag: readUint(tiff, from, 2, isLittle), bytes: tiff.subarray(from, from + ENTRY_BYTES) }
  })
}

/** Appends values at the even end of a TIFF, followed by its first directory with replaced entries. */
function withValuesAndEntries(tiff: Buffer, values: Buffer, entries: readonly RawEntry[]): Buffer {
  const { isLittle, firstAt } = classicLayout(tiff)
  const present = entriesAt(tiff, firstAt, isLittle)
  const nextAt = firstAt + 2 + ENTRY_BYTES * present.length
  const replaced = new Set(entries.map(({ tag }) => tag))
  const all = [...present.filter(({ tag }) => !replaced.has(tag)), ...entries].sort((a, b) => a.tag - b.tag)
  const number = Buffer.alloc(2)
  writeUint(number, 0, 2, all.length, isLittle)
  const at = evenEnd(tiff) + values.length + (values.length & 1)
  const made = Buffer.concat([
    tiff,
    Buffer.alloc(tiff.length & 1),
    values,
    Buffer.alloc(values.length & 1),
    number,
    ...all.map(({ bytes }) => bytes),
    tiff.subarray(nextAt, nextAt + 4),
  ])
  writeUint(made, FIRST_AT, 4, at, isLittle)
  return made
}

const evenEnd = (tiff: Buffer): number => tiff.length + (tiff.length & 1)

function classicLayout(tiff: Buffer): TiffLayout {
  const layout = readTiffLayout(tiff.subarray(0, 16))
  if (layout === null || layout.wordBytes !== 4) throw new Error('Tags can be added to a TIFF of 32 bits only.')
  return layout
}

function contentOf(entry: Exclude<TiffEntry, { place: unknown }>, isLittle: boolean): Buffer {
  if ('bytes' in entry) return Buffer.from(entry.bytes)
  const { type, values } = entry
  if (type === 7) return Buffer.from(values as Uint8Array)
  const size = TYPE_BYTES[type]!
  const content = Buffer.alloc(values.length * size)
  values.forEach((value, i) => writeUint(content, i * size, size, value, isLittle))
  return content
}

function writeUint(bytes: Buffer, at: number, size: number, value: number, isLittle: boolean): void {
  if (isLittle) bytes.writeUIntLE(value, at, size)
  else bytes.writeUIntBE(value, at, size)
}
