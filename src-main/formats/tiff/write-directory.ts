import { readTiffLayout, readUint } from './tiff-layout.ts'

/**
 * A tag of a TIFF: numbers of two (type 3) or four bytes (type 4), or bytes as they are (type 7, or as numbers of one
 * or four bytes where programs want that), which may lie in the file already.
 */
export type TiffEntry =
  | { tag: number; type: 3 | 4; values: readonly number[] }
  | { tag: number; type: 7; values: Uint8Array }
  | { tag: number; type: 1 | 4; bytes: Uint8Array }
  | { tag: number; type: 7; place: { offset: number; length: number } }

const ENTRY_BYTES = 12
/** Where the header of a TIFF says where its first directory begins. */
const FIRST_AT = 4
const BYTES_OF_TYPE = { 1: 1, 3: 2, 4: 4, 7: 1 } as const

/** Writes one image file directory with its values behind it (TIFF 6.0), to be placed `at`; entries rise by tag. */
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
    writeUint(head, from + 4, 4, length / BYTES_OF_TYPE[entry.type], isLittle)
    if ('place' in entry) writeUint(head, from + 8, 4, entry.place.offset, isLittle)
    else if (length <= 4) content!.copy(head, from + 8)
    else {
      writeUint(head, from + 8, 4, end, isLittle)
      parts.push(content!, Buffer.alloc(length & 1)) // values begin at even places
      end += length + (length & 1)
    }
  })
  return Buffer.concat(parts)
}

/**
 * A classic TIFF with more tags in its first directory, which moves to the end of the file; all that the file holds
 * stays where it is. Throws for a BigTIFF and for what is no TIFF.
 */
export function withTiffEntries(tiff: Buffer, entries: readonly TiffEntry[]): Buffer {
  const layout = readTiffLayout(tiff.subarray(0, 16))
  if (layout === null || layout.wordBytes !== 4) throw new Error('Tags can be added to a TIFF of 32 bits only.')
  const { isLittle, firstAt } = layout
  const entriesAt = firstAt + 2
  const count = readUint(tiff, firstAt, 2, isLittle)
  const nextAt = entriesAt + ENTRY_BYTES * count
  const added = new Set(entries.map(({ tag }) => tag))
  const kept = Array.from({ length: count }, (_, i) =>
    tiff.subarray(entriesAt + ENTRY_BYTES * i).subarray(0, ENTRY_BYTES),
  )
    .map((bytes) => ({ tag: readUint(bytes, 0, 2, isLittle), bytes }))
    .filter(({ tag }) => !added.has(tag))
  const at = tiff.length + (tiff.length & 1)
  const sorted = [...entries].sort((a, b) => a.tag - b.tag)
  const head = 2 + ENTRY_BYTES * (kept.length + entries.length) + 4
  // Written as a directory of their own, whose values then lie behind the whole one.
  const own = writeTiffDirectory(sorted, at + head - (2 + ENTRY_BYTES * sorted.length + 4), isLittle)
  const ownEntries = sorted.map(({ tag }, i) => ({
    tag,
    bytes: own.subarray(2 + ENTRY_BYTES * i).subarray(0, ENTRY_BYTES),
  }))
  const all = [...kept, ...ownEntries].sort((a, b) => a.tag - b.tag)
  const number = Buffer.alloc(2)
  writeUint(number, 0, 2, all.length, isLittle)
  const values = own.subarray(2 + ENTRY_BYTES * sorted.length + 4)
  const first = Buffer.from(tiff)
  writeUint(first, FIRST_AT, 4, at, isLittle)
  const next = tiff.subarray(nextAt, nextAt + 4)
  return Buffer.concat([first, Buffer.alloc(at - tiff.length), number, ...all.map(({ bytes }) => bytes), next, values])
}

function contentOf(entry: Exclude<TiffEntry, { place: unknown }>, isLittle: boolean): Buffer {
  if ('bytes' in entry) return Buffer.from(entry.bytes)
  const { type, values } = entry
  if (type === 7) return Buffer.from(values as Uint8Array)
  const size = BYTES_OF_TYPE[type]
  const content = Buffer.alloc(values.length * size)
  values.forEach((value, i) => writeUint(content, i * size, size, value, isLittle))
  return content
}

function writeUint(bytes: Buffer, at: number, size: number, value: number, isLittle: boolean): void {
  if (isLittle) bytes.writeUIntLE(value, at, size)
  else bytes.writeUIntBE(value, at, size)
}
