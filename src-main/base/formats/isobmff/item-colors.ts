import { type CodePoints, type ColorEncoding, encodingOf } from '../color-encoding.ts'
import { readBoxes, type MediaBox } from './media-boxes.ts'

/** The meaning of the colours of a HEIF file's main picture, if the file declares it in numbers. */
export type ItemColor = { encoding: ColorEncoding | null; codePoints: CodePoints | null }

const VERSION_BYTES = 4
const MAX_ITEMS = 65_536

/**
 * The colours of the main picture of a HEIF or AVIF file (ISO/IEC 23008-12): its `colr` property of kind `nclx`, or
 * that of the first picture it is assembled from. Nulls if it has an ICC profile, which takes precedence, or no such
 * property.
 */
export function readItemColor(bytes: Buffer): ItemColor {
  const meta = readBoxes(bytes, 0, bytes.length).find(({ type }) => type === 'meta')
  if (meta === undefined) return nothing
  return readMetaColor(bytes, meta)
}

const nothing: ItemColor = { encoding: null, codePoints: null }

/** The same for a `meta` box within bytes. */
export function readMetaColor(bytes: Buffer, meta: MediaBox): ItemColor {
  const inside = readBoxes(bytes, meta.start + VERSION_BYTES, meta.end)
  const primary = readPrimary(bytes, findBox(inside, 'pitm'))
  const properties = boxesIn(bytes, findBox(inside, 'iprp'))
  const known = boxesIn(bytes, findBox(properties, 'ipco'))
  const given = properties.filter(({ type }) => type === 'ipma').flatMap((box) => readAssociations(bytes, box))
  const of = (item: number | null) =>
    given.filter(({ id }) => id === item).flatMap(({ index }) => known[index - 1] ?? [])
  const own = of(primary)
  const colors = own.some(isColor) ? own : of(firstPart(bytes, findBox(inside, 'iref'), primary))
  const kindOf = ({ start }: MediaBox) => bytes.toString('latin1', start, start + 4)
  const boxes = colors.filter(isColor)
  if (boxes.some((box) => kindOf(box) !== 'nclx')) return nothing
  const [nclx] = boxes
  if (nclx === undefined || nclx.end - nclx.start < 10) return nothing
  const codePoints = { primaries: bytes.readUInt16BE(nclx.start + 4), transfer: bytes.readUInt16BE(nclx.start + 6) }
  return { encoding: encodingOf(codePoints, readMaxNits(bytes, [...own, ...colors])), codePoints }
}

const isColor = ({ type }: MediaBox) => type === 'colr'

const findBox = (boxes: readonly MediaBox[], type: string) => boxes.find((box) => box.type === type)

const boxesIn = (bytes: Buffer, box: MediaBox | undefined, from = 0): MediaBox[] =>
  box === undefined ? [] : readBoxes(bytes, box.start + from, box.end, MAX_ITEMS)

function readPrimary(bytes: Buffer, box: MediaBox | undefined): number | null {
  if (box === undefined || box.end - box.start < 6) return null
  const isShort = bytes[box.start] === 0
  if (!isShort && box.end - box.start < 8) return null
  return isShort ? bytes.readUInt16BE(box.start + VERSION_BYTES) : bytes.readUInt32BE(box.start + VERSION_BYTES)
}

/** The properties of each item, by their index in the list, which starts at 1. */
function readAssociations(bytes: Buffer, { start, end }: MediaBox): { id: number; index: number }[] {
  let at = start
  const read = (size: number): number => {
    at += size
    return at <= end ? bytes.readUIntBE(at - size, size) : 0
  }
  const [version, flags] = [read(1), read(3)]
  const [idBytes, indexBytes] = [version === 0 ? 2 : 4, (flags & 1) === 1 ? 2 : 1]
  const found: { id: number; index: number }[] = []
  for (let left = Math.min(read(4), MAX_ITEMS); left > 0 && at < end; left--) {
    const id = read(idBytes)
    for (let count = read(1); count > 0; count--)
      found.push({ id, index: read(indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f) })
  }
  return found
}

/** The first picture that an item is derived from (`dimg`): a tile of a grid. */
function firstPart(bytes: Buffer, references: MediaBox | undefined, item: number | null): number | null {
  const idBytes = references !== undefined && bytes[references.start] !== 0 ? 4 : 2
  for (const { type, start, end } of boxesIn(bytes, references, VERSION_BYTES)) {
    if (type !== 'dimg' || end - start < 2 * idBytes + 2) continue
    if (bytes.readUIntBE(start, idBytes) === item) return bytes.readUIntBE(start + idBytes + 2, idBytes)
  }
  return null
}

/** MaxCLL of a `clli` property in nits; 0 means unknown. */
function readMaxNits(bytes: Buffer, properties: readonly MediaBox[]): number | null {
  const box = properties.find(({ type, start, end }) => type === 'clli' && end - start >= 4)
  return box === undefined ? null : bytes.readUInt16BE(box.start) || null
}
