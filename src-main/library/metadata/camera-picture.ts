import { findExifThumbnail } from '../../base/formats/exif/find-exif-thumbnail.ts'
import { extensionOf, rawExtensions } from '../../base/formats/extensions.ts'
import type { FileHeader } from '../../base/formats/header/read-header.ts'
import { readJpegFrame } from '../../base/formats/jpeg/read-jpeg-frame.ts'
import type { PreviewPlace } from '../../base/formats/raw/preview-place.ts'
import { findPreviewPlaces } from '../../base/formats/raw/raw-preview.ts'
import type { OpenFile } from './with-file.ts'

/**
 * A small JPEG that a camera put into its file, as stored: not turned upright. If its shape differs from the photo's,
 * black bars fill both sides.
 */
export type CameraPicture = { bytes: Uint8Array }

type Size = { width: number; height: number }
type Candidate = CameraPicture & Size

/** Larger ones take as long to read and show as creating a thumbnail. */
const MAX_BYTES = 256 * 1024
/** Smaller ones are icons. */
const MIN_SIDE = 64
/** The first bytes of a JPEG, enough for its size and the EXIF of most. */
const JPEG_HEAD_BYTES = 64 * 1024
/** Maximum number of places in a structure, unless a file is damaged. */
const MAX_PLACES = 8
/** Pictures of 160 x 120 pixels differ slightly from the shape of their photo. */
const SHAPE_TOLERANCE = 0.03
/**
 * EXIF wants pictures of 4:3, so cameras add bars for photos of other shapes. Any other shape means that the photo was
 * cropped later, and its picture still shows the former edges.
 */
const PICTURE_SHAPE = 4 / 3
const BARRED_SHAPES = [3 / 2, 16 / 9]

/**
 * The smallest picture of the whole photo that a camera put into the file with these first bytes; null if there is
 * none. Nothing is decoded. Rejects if the file cannot be read.
 */
export async function findCameraPicture(
  path: string,
  file: OpenFile,
  head: Buffer,
  header: FileHeader,
): Promise<CameraPicture | null> {
  if (header.kind === 'jpeg') return choose(inJpeg(head), header)
  return rawExtensions.has(extensionOf(path)) ? inRaw(file, head, header) : null
}

/** The smallest that shows the photo to its edges, else the smallest with bars. */
function choose(candidates: readonly Candidate[], photo: Size): CameraPicture | null {
  if (photo.width <= 0 || photo.height <= 0) return null
  const aspect = photo.width / photo.height
  const sorted = candidates.toSorted((a, b) => a.width * a.height - b.width * b.height)
  const whole = sorted.find((picture) => hasShape(picture, aspect))
  if (whole !== undefined) return { bytes: whole.bytes }
  const barred = BARRED_SHAPES.some((shape) => isNear(aspect, shape))
    ? sorted.find((picture) => hasShape(picture, PICTURE_SHAPE))
    : undefined
  return barred === undefined ? null : { bytes: barred.bytes }
}

const hasShape = ({ width, height }: Size, aspect: number): boolean => isNear(width / height, aspect)
const isNear = (a: number, b: number): boolean => Math.abs(a / b - 1) < SHAPE_TOLERANCE

function inJpeg(jpeg: Buffer): Candidate[] {
  const place = findExifThumbnail(jpeg)
  return place === null ? [] : candidateOf(jpeg.subarray(place.offset, place.offset + place.length))
}

function candidateOf(jpeg: Buffer): Candidate[] {
  const frame = readJpegFrame(jpeg)
  if (frame === null || frame.isLossless || Math.min(frame.width, frame.height) < MIN_SIDE) return []
  // A copy, so that the surrounding bytes are freed.
  return [{ bytes: Uint8Array.from(jpeg), width: frame.width, height: frame.height }]
}

/** RAW files: the pictures that their structure names, and the one in the EXIF of the largest of them. */
async function inRaw(file: OpenFile, head: Buffer, header: FileHeader): Promise<CameraPicture | null> {
  const places = findPreviewPlaces(head, header.kind)
    .slice(0, MAX_PLACES)
    .toSorted((a, b) => b.length - a.length)
  const [largest] = places
  if (largest === undefined) return null
  const start = await partOf(file, head, { ...largest, length: Math.min(largest.length, JPEG_HEAD_BYTES) })
  // The largest shows what the photo shows; if it is sensor data packed as JPEG, the next one does.
  const photo = readJpegFrame(start)
  const others = places.filter(({ length }) => length <= MAX_BYTES)
  const candidates = [...inJpeg(start)]
  for (const place of others) candidates.push(...candidateOf(await partOf(file, head, place)))
  const shape = photo === null || photo.isLossless ? largestOf(candidates) : photo
  return shape === undefined ? null : choose(candidates, shape)
}

const largestOf = (sizes: readonly Size[]): Size | undefined =>
  sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]

const partOf = async (file: OpenFile, head: Buffer, { offset, length }: PreviewPlace): Promise<Buffer> =>
  offset + length <= head.length ? head.subarray(offset, offset + length) : file.part(offset, length)
