/**
 * A tag of a TIFF: numbers of two (type 3) or four bytes (type 4), or bytes as they are (type 7), which may lie in the
 * file already.
 */
export type TiffEntry =
  | { tag: number; type: 3 | 4; values: readonly number[] }
  | { tag: number; type: 7; values: Uint8Array }
  | { tag: number; type: 7; place: { offset: number; length: number } }

const ENTRY_BYTES = 12
const BYTES_OF_TYPE = { 3: 2, 4: 4, 7: 1 } as const

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

function contentOf({ type, values }: Exclude<TiffEntry, { place: unknown }>, isLittle: boolean): Buffer {
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
