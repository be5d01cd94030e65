import type { Text } from '../../contract/sentences/text.ts'
import type { FilmPart } from '../../contract/library/film.ts'
import type { PhotoMetadata } from '../../contract/library/photo.ts'
import { unreadableAs } from '../../base/files/file-errors.ts'
import { extensionOf, rawExtensions } from '../../base/formats/extensions.ts'
import type { FileHeader } from '../../base/formats/header/read-header.ts'
import { isBigTiff } from '../../base/formats/signatures.ts'
import { findCameraPicture, type CameraPicture } from './camera-picture.ts'
import {
  cameraFieldsOfExif,
  changeTimeOfExif,
  commentOfExif,
  creationTimeOfPng,
  digitizedTimeOfExif,
  digitizedTimeOfIptc,
  fieldsOfIptc,
  personFieldsOfExif,
  type RawExif,
} from './exif-fields.ts'
import { findEmbeddedFilm } from './find-embedded-film.ts'
import type { ExifToolReader } from './exiftool.ts'
import { mergeFields, withoutEmptyLists } from './fields.ts'
import { withFile } from './with-file.ts'
import { readExif, readHead } from './read-exif.ts'
import { readSidecars, type Sidecars } from './read-sidecars.ts'
import { commentOfXmp, digitizedTimeOfXmp, fieldsOfXmp } from './xmp-fields.ts'
import { parseXmp } from './xmp.ts'

export type FileMetadata = {
  metadata: PhotoMetadata
  /** The orientation that decoders apply; a sidecar's may differ in the metadata. */
  fileOrientation: number
  /** Upright size in pixels, by the file; 0 if the first bytes do not contain it. */
  width: number
  height: number
  /** What was not read; null if everything was. */
  problem: Text | null
  /** The sidecars that were read, as `sidecarKeyOf` returns them. */
  sidecarKey: string
  /** Shown until the thumbnail is created; null if the camera left none. */
  cameraPicture: CameraPicture | null
  /** The film of a motion photo within the file. */
  film: FilmPart | null
}

/**
 * Joins all that a file and its sidecars contain into one set of fields. Sidecars come first, since a person wrote them
 * last; then the camera for what it knows best, then a person's values in the file, and last Google's. A time of the
 * original precedes all times of digitising (Guidelines for Handling Image Metadata 2.0, 4.3).
 */
export function joinSources(
  raw: RawExif,
  { packets, takeout }: Pick<Sidecars, 'packets' | 'takeout'>,
  header: FileHeader,
): PhotoMetadata {
  const camera = cameraFieldsOfExif(raw)
  const picture = { width: header.width, height: header.height, orientation: camera.orientation ?? 1 }
  const beside = packets.map((packet) => fieldsOfXmp(packet, picture))
  const packet = parseXmp(raw.xmp ?? '')
  const inside = withoutEmptyLists(fieldsOfXmp(packet, picture))
  return mergeFields([
    ...beside,
    camera,
    inside,
    fieldsOfIptc(raw),
    personFieldsOfExif(raw),
    creationTimeOfPng(raw),
    ...packets.map(digitizedTimeOfXmp),
    digitizedTimeOfExif(raw),
    digitizedTimeOfXmp(packet),
    digitizedTimeOfIptc(raw),
    changeTimeOfExif(raw),
    takeout,
    commentOfExif(raw),
    ...[...packets, packet].map(commentOfXmp),
  ])
}

function uprightSize(
  header: FileHeader,
  raw: RawExif,
  isRaw: boolean,
  orientation: number,
): { width: number; height: number } {
  const numberOf = (name: string) => (typeof raw.ifd0?.[name] === 'number' ? (raw.ifd0[name] as number) : 0)
  // The first picture in a raw file is often a thumbnail, whose size means nothing.
  const isPlainTiff = header.kind === 'tiff' && !isRaw
  const width = isPlainTiff ? numberOf('ImageWidth') : header.width
  const height = isPlainTiff ? numberOf('ImageHeight') : header.height
  if (width <= 0 || height <= 0) return { width: 0, height: 0 }
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** The metadata within a file. Null if the file is missing; damaged metadata is no error. */
export type FileBlocks = {
  raw: RawExif
  header: FileHeader
  isRaw: boolean
  cameraPicture: CameraPicture | null
  film: FilmPart | null
}

type ReadOptions = {
  /** Used for what nothing else reads. */
  exifTool?: ExifToolReader | undefined
  /** Whether to read the camera's own small picture and its film too, which may be farther in the file. */
  withMedia?: boolean
}

/** Reads a file's first 64 KiB, and more if needed. */
export async function readBlocks(path: string, options: ReadOptions = {}): Promise<FileBlocks | null> {
  const { exifTool, withMedia = false } = options
  const isRaw = rawExtensions.has(extensionOf(path))
  const read = await withFile(path, async (file) => {
    const { head, header } = await readHead(file)
    const raw = await readExif(path, file, head, header)
    // A damaged preview is none: the metadata of the file do not depend on it.
    const cameraPicture = withMedia ? await findCameraPicture(path, file, head, header).catch(() => null) : null
    const film = withMedia ? await findEmbeddedFilm(file, head, header.kind, raw ?? {}) : null
    return { header, raw, cameraPicture, film, isBig: isBigTiff(head), isEmpty: file.bytes === 0 }
  }).catch(unreadableAs(null))
  if (read === null) return null
  // exifr does not support offsets of 64 bits.
  const saysNothing = isRaw && !read.isEmpty && (read.raw === null || read.raw.ifd0?.['Make'] === undefined)
  const raw = (saysNothing || read.isBig ? await exifTool?.read(path) : null) ?? read.raw ?? {}
  return { raw, header: read.header, isRaw, cameraPicture: read.cameraPicture, film: read.film }
}

/**
 * Reads a photo's metadata from its file and its sidecars. Damaged metadata is no error: the readable part is returned.
 * Null if the file is missing, or if the disk gives it or the names in its folder not now. Sidecars whose hashes are in
 * `othersSidecars` are skipped.
 */
export async function readMetadata(
  path: string,
  exifTool?: ExifToolReader,
  othersSidecars: readonly string[] = [],
): Promise<FileMetadata | null> {
  const blocks = await readBlocks(path, { exifTool, withMedia: true })
  if (blocks === null) return null
  const { raw, header, isRaw, cameraPicture, film } = blocks
  const sidecars = await readSidecars(path, othersSidecars).catch(unreadableAs(null))
  if (sidecars === null) return null
  const metadata = joinSources(raw, sidecars, header)
  const { orientation: fileOrientation = 1 } = cameraFieldsOfExif(raw)
  const size = uprightSize(header, raw, isRaw, fileOrientation)
  const { problem, key: sidecarKey } = sidecars
  return { metadata, fileOrientation, problem, sidecarKey, cameraPicture, film, ...size }
}
