import { readBoxes, type MediaBox } from './media-boxes.ts'

/** Position of bytes in a file. */
export type BytePlace = { offset: number; length: number }

/** An item of a HEIF file: a picture, or metadata (`type` is `Exif`, or `mime` with a content type). */
export type HeifItem = { id: number; type: string; contentType: string; places: readonly BytePlace[] }

/** Files of many tiles have an item for each; a hundred megapixels take about 500. */
const MAX_ITEMS = 20_000
const MAX_EXTENTS = 20_000

/** Bytes of the version and flags at the start of some boxes. */
const FULL_BOX_BYTES = 4

/**
 * Reads the items that a `meta` box lists (ISO/IEC 14496-12, 8.11), with their places in the file; `base` is the
 * position of `bytes` in it. Never throws and never loops: it stops at invalid data.
 */
export function readHeifItems(bytes: Buffer, meta: MediaBox, base = 0): HeifItem[] {
  const boxes = readBoxes(bytes, meta.start + FULL_BOX_BYTES, meta.end)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [info, location, data] = [find('iinf'), find('iloc'), find('idat')]
  if (info === undefined || location === undefined) return []
  const places = readLocations(bytes, location, data === undefined ? null : base + data.start)
  return readItemInfos(bytes, info).map((item) => ({ ...item, places: places.get(item.id) ?? [] }))
}

function readItemInfos(bytes: Buffer, info: MediaBox): Omit<HeifItem, 'places'>[] {
  const countBytes = (bytes[info.start] ?? 0) === 0 ? 2 : 4
  const entries = readBoxes(bytes, info.start + FULL_BOX_BYTES + countBytes, info.end, MAX_ITEMS)
  return entries.flatMap((entry) => readItemInfo(bytes, entry) ?? [])
}

/** Versions 0 and 1 have no type and occur only in files without pictures. */
function readItemInfo(bytes: Buffer, { type: box, start, end }: MediaBox): Omit<HeifItem, 'places'> | null {
  const version = bytes[start] ?? 0
  const idBytes = version === 3 ? 4 : 2
  const typeAt = start + FULL_BOX_BYTES + idBytes + 2
  if (box !== 'infe' || version < 2 || version > 3 || typeAt + 4 > end) return null
  const id = bytes.readUIntBE(start + FULL_BOX_BYTES, idBytes)
  const type = bytes.toString('latin1', typeAt, typeAt + 4)
  const [, contentType = ''] = bytes.toString('latin1', typeAt + 4, Math.min(end, typeAt + 1024)).split('\0')
  return { id, type, contentType }
}

/** Reads numbers of given sizes one after the other; beyond the end all are 0. */
class NumberReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, { start, end }: MediaBox) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** `size` is 0, 1, 2, 4 or 8 bytes. */
  next(size: number): number {
    const at = this.#at
    this.#at += size
    if (size === 0 || this.#at > this.#end) return 0
    return size === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, size)
  }
}

type LocationSizes = { id: number; method: number; base: number; index: number; offset: number; length: number }

/** Places by item; `dataStart` is the position of the `idat` box, with the data of items inside `meta`. */
function readLocations(bytes: Buffer, box: MediaBox, dataStart: number | null): Map<number, BytePlace[]> {
  const reader = new NumberReader(bytes, box)
  const version = reader.next(1)
  reader.next(3)
  const [first, second] = [reader.next(1), reader.next(1)]
  const isLate = version === 1 || version === 2
  const sizes: LocationSizes = {
    id: version === 2 ? 4 : 2,
    method: isLate ? 2 : 0,
    base: second >> 4,
    index: isLate ? second & 15 : 0,
    offset: first >> 4,
    length: first & 15,
  }
  const places = new Map<number, BytePlace[]>()
  const areSizes = [sizes.base, sizes.index, sizes.offset, sizes.length].every((size) => [0, 4, 8].includes(size))
  const count = areSizes ? Math.min(reader.next(sizes.id), MAX_ITEMS) : 0
  for (let item = 0; item < count && !reader.isAtEnd; item++) {
    const id = reader.next(sizes.id)
    places.set(id, readItemPlaces(reader, sizes, dataStart))
  }
  return places
}

/** Items in other files, or derived from other items, have no place here. */
function readItemPlaces(reader: NumberReader, sizes: LocationSizes, dataStart: number | null): BytePlace[] {
  const method = reader.next(sizes.method) & 15
  const isElsewhere = reader.next(2) !== 0 || method > 1 || (method === 1 && dataStart === null)
  const from = reader.next(sizes.base) + (method === 1 ? (dataStart ?? 0) : 0)
  const entryBytes = sizes.index + sizes.offset + sizes.length
  const count = Math.min(reader.next(2), entryBytes === 0 ? 1 : MAX_EXTENTS)
  const places: BytePlace[] = []
  for (let extent = 0; extent < count && !reader.isAtEnd; extent++) {
    reader.next(sizes.index)
    const [offset, length] = [reader.next(sizes.offset), reader.next(sizes.length)]
    if (!isElsewhere && Number.isSafeInteger(from + offset + length)) places.push({ offset: from + offset, length })
  }
  return places
}
