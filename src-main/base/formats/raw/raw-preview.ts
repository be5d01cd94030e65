import { readJpegFrame } from '../jpeg/read-jpeg-frame.ts'
import { orientationOf, readTiffDirectories, tiffTag, type TiffDirectory } from '../tiff/tiff-directories.ts'
import { findCr3Previews } from './cr3.ts'
import type { PreviewPlace } from './preview-place.ts'
import { findRafPreview } from './find-raf-preview.ts'
import { scanJpegs } from './scan-jpegs.ts'

/** A JPEG inside a RAW file that looks sound, with its size in pixels as stored. */
export type RawPreview = PreviewPlace & { width: number; height: number }
export type RawPreviews = {
  /** Largest first. */
  previews: RawPreview[]
  /** EXIF orientation of the RAW file; undefined if only the preview may have it. */
  orientation: number | undefined
}

/** Smaller previews are icons, and random matches in sensor data look like them. */
const MIN_SIDE = 64

/**
 * Finds the JPEG previews of a camera's RAW file: by the file's own structure, otherwise by searching its bytes for
 * JPEGs. Never throws.
 */
export function findRawPreviews(bytes: Buffer, format: string): RawPreviews {
  const { places, orientation } = readStructure(bytes, format)
  const previews = soundPreviews(bytes, places)
  if (previews.length > 0) return { previews, orientation }
  return { previews: soundPreviews(bytes, scanJpegs(bytes)), orientation }
}

/** The preview to decode for `longSide` pixels: the smallest that is large enough and has the shape of the largest. */
export function choosePreview(previews: readonly RawPreview[], longSide: number): RawPreview | undefined {
  const largest = previews[0]
  if (largest === undefined) return undefined
  const fitting = previews.filter(
    (preview) => Math.max(preview.width, preview.height) >= longSide && hasSameShape(preview, largest),
  )
  return fitting.at(-1) ?? largest
}

/**
 * Positions of JPEGs according to a RAW file's structure, from its first bytes. They may lie beyond those and need not
 * be intact. Empty for formats with unknown structure.
 */
export const findPreviewPlaces = (head: Buffer, format: string): PreviewPlace[] =>
  readStructure(head, format).places.filter(({ offset, length }) => offset > 0 && length > 0)

type Structure = { places: PreviewPlace[]; orientation: number | undefined }

function readStructure(bytes: Buffer, format: string): Structure {
  if (format === 'raf') return { places: [findRafPreview(bytes) ?? []].flat(), orientation: undefined }
  if (format === 'cr3') return findCr3Previews(bytes)
  if (format === 'mrw') return { places: [], orientation: minoltaOrientation(bytes) }
  if (format === 'crw' || format === 'x3f') return { places: [], orientation: undefined }
  const directories = readTiffDirectories(bytes)
  return {
    places: findTiffPreviews(directories),
    orientation: orientationOf(directories[0]),
  }
}

/** Minolta: after an eight-byte header come blocks with a name, a length and data; `TTW` holds a TIFF. */
function minoltaOrientation(bytes: Buffer): number | undefined {
  for (let at = 8, blocks = 0; at + 8 <= bytes.length && blocks < 16; blocks++) {
    if (bytes.toString('latin1', at, at + 4) === '\0TTW') return orientationOf(readTiffDirectories(bytes, at + 8)[0])
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return undefined
}

function soundPreviews(bytes: Buffer, places: readonly PreviewPlace[]): RawPreview[] {
  const found = new Map<number, RawPreview>()
  for (const { offset, length } of places) {
    if (length < 100 || offset + 100 > bytes.length) continue
    const frame = readJpegFrame(bytes, offset)
    if (frame === null || frame.isLossless || Math.min(frame.width, frame.height) < MIN_SIDE) continue
    found.set(offset, {
      offset,
      length: Math.min(length, bytes.length - offset),
      width: frame.width,
      height: frame.height,
    })
  }
  return [...found.values()].sort((a, b) => b.width * b.height - a.width * a.height)
}

function hasSameShape(a: RawPreview, b: RawPreview): boolean {
  return Math.abs(a.width / a.height / (b.width / b.height) - 1) < 0.02
}

/**
 * Positions of JPEGs according to the directories of a TIFF-like RAW file. Sensor data packed as lossless JPEG may be
 * among them.
 */
function findTiffPreviews(directories: readonly TiffDirectory[]): PreviewPlace[] {
  return directories.flatMap((directory) => [
    ...interchangePlaces(directory),
    ...stripPlaces(directory),
    ...panasonicPlaces(directory),
  ])
}

/** JPEGInterchangeFormat and its length, in NEF, ARW, PEF, SRW and the thumbnail directory of most. */
function interchangePlaces(directory: TiffDirectory): PreviewPlace[] {
  const offset = directory.numbers(tiffTag.jpegOffset)?.[0]
  const length = directory.numbers(tiffTag.jpegLength)?.[0]
  return offset === undefined || length === undefined ? [] : [{ offset, length }]
}

/** A single strip compressed as JPEG, in CR2 and DNG. */
function stripPlaces(directory: TiffDirectory): PreviewPlace[] {
  const compression = directory.numbers(tiffTag.compression)?.[0]
  const offsets = directory.numbers(tiffTag.stripOffsets)
  const lengths = directory.numbers(tiffTag.stripByteCounts)
  if ((compression !== 6 && compression !== 7) || offsets?.length !== 1 || lengths?.length !== 1) return []
  return [{ offset: offsets[0]!, length: lengths[0]! }]
}

/** Panasonic stores the whole JPEG as the value of its own tag. */
function panasonicPlaces(directory: TiffDirectory): PreviewPlace[] {
  const place = directory.place(tiffTag.panasonicJpeg)
  return place === undefined ? [] : [place]
}
