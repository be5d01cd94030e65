import { readBoxes, type MediaBox } from './media-boxes.ts'

/** Bytes of the version and flags before the boxes inside a box. */
const VERSION_BYTES = 4
/** More than any real file refers to; further entries are ignored. */
const MAX_ITEMS = 65_536

type Range = Pick<MediaBox, 'start' | 'end'>

/**
 * Pixels of the largest picture that a HEIF file may make a decoder decode (ISO/IEC 23008-12). This covers all items,
 * including tiles of a grid and hidden ones (`ispe`), and all parts of an assembled item (`iref`), whatever size it
 * declares. Null if no size is given.
 */
export function largestItemPixels(bytes: Buffer): number | null {
  const [meta] = boxesOf(bytes, { start: 0, end: bytes.length }, 'meta')
  if (meta === undefined) return null
  const inside = { start: meta.start + VERSION_BYTES, end: meta.end }
  const [properties] = boxesOf(bytes, inside, 'iprp')
  const [container] = properties ? boxesOf(bytes, properties, 'ipco') : []
  if (properties === undefined || container === undefined) return null
  const areas = readBoxes(bytes, container.start, container.end, MAX_ITEMS).map((box) => areaOf(bytes, box))
  const known = areas.filter((area) => area !== null)
  if (known.length === 0) return null
  const areaOfItem = readItemAreas(bytes, properties, areas)
  const made = boxesOf(bytes, inside, 'iref').flatMap((box) => sumParts(bytes, box, areaOfItem))
  return [...known, ...made].reduce((a, b) => Math.max(a, b))
}

/** Pixels that a property declares; null for other properties. */
function areaOf(bytes: Buffer, { type, start, end }: MediaBox): number | null {
  if (type !== 'ispe' || end - start < VERSION_BYTES + 8) return null
  return bytes.readUInt32BE(start + VERSION_BYTES) * bytes.readUInt32BE(start + VERSION_BYTES + 4)
}

/** Pixels of each item by its id, from its properties (`ipma`). */
function readItemAreas(bytes: Buffer, properties: Range, areas: readonly (number | null)[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const box of boxesOf(bytes, properties, 'ipma')) {
    const read = readerOf(bytes, box)
    const [version, flags] = [read(1), read(3)]
    const [idBytes, indexBytes] = [version === 0 ? 2 : 4, (flags & 1) === 1 ? 2 : 1]
    const mask = indexBytes === 2 ? 0x7fff : 0x7f
    for (let left = Math.min(read(4), MAX_ITEMS); left > 0 && !read.isAtEnd(); left--) {
      const id = read(idBytes)
      for (let count = read(1); count > 0; count--) {
        const area = areas[(read(indexBytes) & mask) - 1] ?? 0
        found.set(id, Math.max(found.get(id) ?? 0, area))
      }
    }
  }
  return found
}

/** For each derived item (`dimg`), the sum of its parts' pixels; a part that is named repeatedly counts repeatedly. */
function sumParts(bytes: Buffer, references: MediaBox, areaOfItem: ReadonlyMap<number, number>): number[] {
  const idBytes = bytes[references.start] === 0 ? 2 : 4
  const inside = { start: references.start + VERSION_BYTES, end: references.end }
  return boxesOf(bytes, inside, 'dimg').map((box) => {
    const read = readerOf(bytes, box)
    read(idBytes)
    let sum = 0
    for (let left = read(2); left > 0 && !read.isAtEnd(); left--) sum += areaOfItem.get(read(idBytes)) ?? 0
    return sum
  })
}

/** Reads numbers one after the other; 0 beyond the end. */
function readerOf(bytes: Buffer, { start, end }: Range) {
  let at = start
  const read = (width: number): number => {
    at += width
    return at <= end ? bytes.readUIntBE(at - width, width) : 0
  }
  return Object.assign(read, { isAtEnd: () => at >= end })
}

const boxesOf = (bytes: Buffer, { start, end }: Range, type: string): MediaBox[] =>
  readBoxes(bytes, start, end, MAX_ITEMS).filter((box) => box.type === type)
