import { readProfileName } from '../../base/formats/icc/profile-name.ts'
import { nameOfCodePoints } from '../../base/formats/color-encoding.ts'
import { readMetaColor } from '../../base/formats/isobmff/item-colors.ts'
import { readHeifItems, type BytePlace, type HeifItem } from '../../base/formats/isobmff/read-heif-items.ts'
import { readBoxes, type MediaBox } from '../../base/formats/isobmff/media-boxes.ts'
import { type EmbeddedBlocks, partOf } from './embedded-blocks.ts'
import { fileBoxes } from './file-boxes.ts'
import type { OpenFile } from './with-file.ts'

/** Maximum number of boxes side by side; only films have more. */
const MAX_TOP_BOXES = 64
/** Maximum list of items that is read; the lists of files with thousands of tiles have 200 KB. */
const MAX_META_BYTES = 4 * 1024 * 1024
const MAX_ITEM_BYTES = 8 * 1024 * 1024
/** Maximum number of pieces of a metadata item. */
const MAX_ITEM_PLACES = 64

/** Reads the metadata of a HEIC or AVIF file, anywhere in the file. */
export async function readHeif(file: OpenFile, head: Buffer): Promise<EmbeddedBlocks> {
  const found = await findMeta(file, head)
  if (found === null) return {}
  const { bytes, base } = found
  const meta = readBoxes(bytes, 0, bytes.length, 1)[0]
  if (meta === undefined) return {}
  const items = readHeifItems(bytes, meta, base)
  const exif = await readItem(
    file,
    items.find(({ type }) => type === 'Exif'),
  )
  const xmp = await readItem(file, items.find(isXmp))
  return { exif: exif === null ? null : withoutExifHead(exif), xmp, profile: findProfile(bytes, meta) }
}

const isXmp = ({ type, contentType }: HeifItem) => type === 'mime' && contentType === 'application/rdf+xml'

/** The `meta` box. Cameras put it first; some programs put it after the pictures. */
async function findMeta(file: OpenFile, head: Buffer): Promise<{ bytes: Buffer; base: number } | null> {
  for await (const { type, at, start, length } of fileBoxes(file, head, MAX_TOP_BOXES))
    if (type === 'meta')
      return { bytes: await partOf(file, head, at, Math.min(start - at + length, MAX_META_BYTES)), base: at }
  return null
}

/** The bytes of an item; null if there is none, or if it is too large for metadata. */
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

/** The first four bytes are the length of a prefix before EXIF's TIFF; cameras write `Exif\\0\\0` there or nothing. */
export function withoutExifHead(exif: Buffer): Buffer | null {
  const start = exif.length < 4 ? 4 : 4 + exif.readUInt32BE(0)
  return start < exif.length ? exif.subarray(start) : null
}

/** The name of the first profile of the items, or of the main item's numeric colour space. */
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
