import type { Bytes } from '../bytes.ts'
import { readHeifItems, type HeifItem } from '../isobmff/read-heif-items.ts'
import { readBoxes, type MediaBox } from '../isobmff/media-boxes.ts'
import { withoutHoles, type ByteRange } from './byte-range.ts'

/** Films recorded in fragments have a box of data for each. */
const MAX_TOP_BOXES = 100_000
const MAX_META_BYTES = 16 * 1024 * 1024
const FULL_BOX_BYTES = 4
/** Item properties that a decoder needs; orientation, colours and texts are left out. */
const DECODED: ReadonlySet<string> = new Set(['hvcC', 'av1C', 'avcC', 'vvcC', 'ispe'])
const METADATA_ITEMS: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri '])

/**
 * The image data of a HEIF or AVIF file: its items, except metadata. Of files with a movie (image sequences, CR3 and
 * films), all media data without the metadata items in them.
 */
export function findMediaData(bytes: Bytes): ByteRange[] {
  const top = readBoxes(bytes, 0, bytes.length, MAX_TOP_BOXES)
  const data = top.filter(({ type }) => type === 'mdat')
  const meta = top.find(({ type }) => type === 'meta')
  const items = meta === undefined ? [] : itemsOf(bytes, meta)
  const [metadata, pictures] = [true, false].map((wanted) => items.filter((item) => isMetadata(item) === wanted))
  if (top.some(({ type }) => type === 'moov')) return withoutHoles(data, rangesOf(metadata!))
  const found = rangesOf(pictures!)
  return found.length === 0 ? data : [...propertyRanges(bytes, meta!), ...found]
}

const isMetadata = ({ type }: HeifItem): boolean => METADATA_ITEMS.has(type)

/** Sorted, because programs may list the same items in another order. */
function itemsOf(bytes: Bytes, { start, end }: MediaBox): HeifItem[] {
  const content = bytes.subarray(start, Math.min(end, start + MAX_META_BYTES))
  const inside: MediaBox = { type: 'meta', start: 0, end: content.length, isCutOff: false }
  return readHeifItems(content, inside, start).toSorted((a, b) => a.id - b.id)
}

const rangesOf = (items: readonly HeifItem[]): ByteRange[] =>
  items.flatMap(({ places }) => places.map(({ offset, length }) => ({ start: offset, end: offset + length })))

function propertyRanges(bytes: Bytes, meta: MediaBox): ByteRange[] {
  const inMeta = readBoxes(bytes, meta.start + FULL_BOX_BYTES, meta.end)
  const inProperties = inMeta
    .filter(({ type }) => type === 'iprp')
    .flatMap((box) => readBoxes(bytes, box.start, box.end))
  return inProperties
    .filter(({ type }) => type === 'ipco')
    .flatMap((box) => readBoxes(bytes, box.start, box.end, 1000))
    .filter(({ type }) => DECODED.has(type))
    .map(({ start, end }) => ({ start, end }))
}
