import type { FilmPart } from '../../contract/library/film.ts'
import type { FileHeader } from '../../base/formats/header/read-header.ts'
import { hasText } from '../../base/formats/signatures.ts'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'
import type { RawExif } from './exif-fields.ts'
import { numberOf, textOf } from './fields.ts'
import { fileBoxes } from './file-boxes.ts'
import type { OpenFile } from './with-file.ts'
import { parseXmp, type XmpProperties } from './xmp.ts'

/**
 * The film that a phone put into a picture's file: after a JPEG, at the place given by XMP or Samsung's trailer, or in
 * a box of HEIC and AVIF. Null if there is none, or if it is no film.
 */
export async function findEmbeddedFilm(
  file: OpenFile,
  head: Buffer,
  kind: FileHeader['kind'],
  raw: RawExif,
): Promise<FilmPart | null> {
  if (kind === 'heif') return sniffFormat(head, '').family === 'video' ? null : inBox(file, head)
  if (kind !== 'jpeg') return null
  for (const place of [await inSamsungTrailer(file, raw), ...placesInXmp(raw)])
    if (place !== null && (await isFilm(file, place))) return place
  return null
}

/**
 * Other programs may have cut the file, or copied the camera's data from another one: only a film with its index
 * counts.
 */
async function isFilm(file: OpenFile, { fromEnd, bytes }: FilmPart): Promise<boolean> {
  const start = file.bytes - fromEnd
  if (!Number.isSafeInteger(start) || start <= 0 || !(bytes > 0 && bytes <= fromEnd)) return false
  const film: OpenFile = {
    bytes,
    part: (at, length) => file.part(start + at, Math.max(0, Math.min(length, bytes - at))),
  }
  const first = await film.part(0, 256)
  if (sniffFormat(first, '').family !== 'video') return false
  for await (const { type } of fileBoxes(film, first, MAX_BOXES)) if (type === 'moov') return true
  return false
}

/** Maximum number of boxes side by side in a picture or a film. */
const MAX_BOXES = 64

/** Motion Photo format 1.0, "Media data for HEIC and AVIF": a box at the top of the file. */
async function inBox(file: OpenFile, head: Buffer): Promise<FilmPart | null> {
  for await (const { type, start, length } of fileBoxes(file, head, MAX_BOXES)) {
    const place = { fromEnd: file.bytes - start, bytes: length }
    if (type === 'mpvd') return (await isFilm(file, place)) ? place : null
  }
  return null
}

/**
 * Motion Photo format 1.0: files after the picture in the order of a directory. Its predecessor was "MicroVideo", the
 * last one.
 */
function placesInXmp({ xmp = '' }: RawExif): FilmPart[] {
  if (!/MotionPhoto|MicroVideo/.test(xmp)) return []
  const properties = parseXmp(xmp)
  const bytes = numberOf(properties.get('GCamera:MicroVideoOffset')) ?? 0
  return [...inDirectory(properties), { fromEnd: bytes, bytes }]
}

function inDirectory(properties: XmpProperties): FilmPart[] {
  const list = properties.get('Container:Directory')
  let fromEnd = 0
  for (const entry of Array.isArray(list) ? (list as (Fields | undefined)[]).toReversed() : []) {
    const item = (entry?.['Container:Item'] ?? {}) as Fields
    const bytes = numberOf(item['Item:Length']) ?? 0
    fromEnd += bytes + (numberOf(item['Item:Padding']) ?? 0)
    if (textOf(item['Item:Semantic']) === 'MotionPhoto') return [{ fromEnd, bytes }]
  }
  return []
}

type Fields = Record<string, unknown>

/** Type of a block in Samsung's trailer with a film; the block begins with its type and its name. */
const MOTION_PHOTO_DATA = 0x0a30
const MAX_DIRECTORY_BYTES = 64 * 1024

/** Samsung's trailer ends with a directory of its blocks, which come before it. */
async function inSamsungTrailer(file: OpenFile, { ifd0 }: RawExif): Promise<FilmPart | null> {
  // Files of other makers end far from their beginning: this saves a seek.
  const make = ifd0?.['Make']
  if (typeof make === 'string' && !/samsung/i.test(make)) return null
  const end = await file.part(Math.max(0, file.bytes - 8), 8)
  const directoryBytes = hasText(end, 4, 'SEFT') ? end.readUInt32LE(0) : 0
  const directoryAt = file.bytes - end.length - directoryBytes
  if (directoryBytes < 12 || directoryBytes > MAX_DIRECTORY_BYTES || directoryAt <= 0) return null
  const directory = await file.part(directoryAt, directoryBytes)
  if (!hasText(directory, 0, 'SEFH')) return null
  for (let at = 12; at + 12 <= directory.length; at += 12) {
    if (directory.readUInt16LE(at + 2) !== MOTION_PHOTO_DATA) continue
    const blockAt = directoryAt - directory.readUInt32LE(at + 4)
    const block = await file.part(Math.max(0, blockAt), 8)
    if (block.length < 8) return null
    const headBytes = 8 + block.readUInt32LE(4)
    return { fromEnd: file.bytes - blockAt - headBytes, bytes: directory.readUInt32LE(at + 8) - headBytes }
  }
  return null
}
