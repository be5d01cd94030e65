import { readProfileName } from '../../formats/icc/profile-name.ts'
import { nameOfCodePoints } from '../../formats/color-encoding.ts'
import { readMetaColor } from '../../formats/isobmff/item-colors.ts'
import { readHeifItems, type BytePlace, type HeifItem } from '../../formats/isobmff/heif-items.ts'
import { BOX_HEAD_BYTES, readBoxes, readBoxHead, type MediaBox } from '../../formats/isobmff/media-boxes.ts'
import type { OpenFile } from './file-head.ts'

/** Metadata of a HEIC or AVIF file: EXIF as a small TIFF file, an XMP packet, and the name of the colour profile. */
export type HeifMetadata = { exif: Buffer | null; xmp: Buffer | null; profile: string | null }

/** Boxes side by side in a file: a few, and more only in films. */
const MAX_TOP_BOXES = 64
/** Largest list of items that is read; the lists of files with thousands of tiles have 200 KB. */
const MAX_META_BYTES = 4 * 1024 * 1024
const MAX_ITEM_BYTES = 8 * 1024 * 1024
/** Metadata lie in one piece or a few. */
const MAX_ITEM_PLACES = 64

const nothing: HeifMetadata = { exif: null, xmp: null, profile: null }

/** Reads the metadata of a HEIF file, wherever in the file they lie. */
export async function readHeif(file: OpenFile, head: Buffer): Promise<HeifMetadata> {
  const found = await findMeta(file, head)
  if (found === null) return nothing
  const { bytes, base } = found
  const meta = readBoxes(bytes, 0, bytes.length, 1)[0]
  if (meta === undefined) return nothing
  const items = readHeifItems(bytes, meta, base)
  const exif = await readItem(
    file,
    items.find(({ type }) => type === 'Exif'),
  )
  const xmp = await readItem(file, items.find(isXmp))
  return { exif: exif === null ? null : withoutExifHead(exif), xmp, profile: findProfile(bytes, meta) }
}

const isXmp = ({ type, contentType }: HeifItem) => type === 'mime' && contentType === 'application/rdf+xml'

/** The `meta` box. Cameras put it first; some programs put it behind the pictures. */
async function findMeta(file: OpenFile, head: Buffer): Promise<{ bytes: Buffer; base: number } | null> {
  let at = 0
  for (let boxes = 0; boxes < MAX_TOP_BOXES && at < file.bytes; boxes++) {
    const isInHead = at + BOX_HEAD_BYTES <= head.length
    const box = readBoxHead(isInHead ? head.subarray(at) : await file.part(at, BOX_HEAD_BYTES))
    if (box === null) return null
    if (box.type === 'meta') {
      const length = Math.min(box.size, file.bytes - at, MAX_META_BYTES)
      return {
        bytes: at + length <= head.length ? head.subarray(at, at + length) : await file.part(at, length),
        base: at,
      }
    }
    at += box.size
  }
  return null
}

/** The bytes of an item; null where there is none, or it is too large to be metadata. */
async function readItem(file: OpenFile, item: HeifItem | undefined): Promise<Buffer | null> {
  const places = item?.places ?? []
  const total = places.reduce((sum, { length }) => sum + length, 0)
  if (total === 0 || total > MAX_ITEM_BYTES || places.length > MAX_ITEM_PLACES) return null
  const parts: Buffer[] = []
  for (const { offset, length } of places.filter(isIn(file))) parts.push(await file.part(offset, length))
  return parts.length === 0 ? null : Buffer.concat(parts)
}

const isIn =
  (file: OpenFile) =>
  ({ offset }: BytePlace) =>
    offset < file.bytes

/** Four bytes say how many stand before the TIFF that EXIF is; cameras write `Exif\0\0` there or nothing. */
function withoutExifHead(exif: Buffer): Buffer | null {
  const start = exif.length < 4 ? 4 : 4 + exif.readUInt32BE(0)
  return start < exif.length ? exif.subarray(start) : null
}

/** The name of the first profile among the properties of the items, or of the colours that the main one says in numbers. */
function findProfile(bytes: Buffer, meta: MediaBox): string | null {
  const properties = boxesIn(bytes, boxIn(bytes, meta, 'iprp', FULL_BOX_BYTES))
  const colours = boxesIn(
    bytes,
    properties.find(({ type }) => type === 'ipco'),
  ).filter(({ type }) => type === 'colr')
  const isProfile = ({ start }: MediaBox) => /^(prof|rICC)$/.test(bytes.toString('latin1', start, start + 4))
  const found = colours.find(isProfile)
  if (found !== undefined) return readProfileName(bytes.subarray(found.start + 4, found.end))
  const { codePoints } = readMetaColor(bytes, meta)
  return codePoints === null ? null : nameOfCodePoints(codePoints)
}

const FULL_BOX_BYTES = 4

const boxesIn = (bytes: Buffer, box: MediaBox | undefined, from = 0) =>
  box === undefined ? [] : readBoxes(bytes, box.start + from, box.end)

const boxIn = (bytes: Buffer, box: MediaBox, type: string, from: number) =>
  boxesIn(bytes, box, from).find((each) => each.type === type)
