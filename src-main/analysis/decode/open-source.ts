import type { Metadata } from 'sharp'
import { DecodeFailure } from './decode-failure.ts'
import { withOrientation } from '../../formats/exif/exif-orientation.ts'
import { decodeHeic, HEIC_BYTES_PER_PIXEL } from './heic.ts'
import { describeVipsError } from './vips-error.ts'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import { unlimitedMemory, type MemoryLimiter } from './memory-limiter.ts'
import { checkPictureLimits } from './memory-estimate.ts'
import { swapsSides } from './orient-raster.ts'
import { choosePreview, findRawPreviews } from '../../formats/raw/raw-preview.ts'
import { readPhotoFile, type PhotoFile, type PhotoOrigin } from './read-photo-file.ts'
import { sniffFormat } from '../../formats/sniff/sniff-format.ts'

/**
 * A photo's file as libvips can read it, whatever its format. `sharp(input, sourceOptions).autoOrient()` gives the
 * upright picture of `width` x `height`: a RAW file has become its preview, a HEIC file plain pixels with their colour
 * profile.
 */
export type PhotoSource = {
  /** The picture's bytes, or the path of a very large file. */
  input: Buffer | string
  /** Upright size in pixels of what can be seen: of the largest preview for RAW. */
  width: number
  height: number
  /** Real format of the file, by content. */
  format: string
  hasAlpha: boolean
  /** EXIF orientation still to be applied to the pixels of `input`. */
  orientation: number
  /** SHA-256 of the whole file, hex; computed when first asked for. */
  contentHash(): string
  /** Bytes that a decode is expected to hold. */
  decodeBytes: number
  warnings: string[]
}

export type OpenOptions = {
  /**
   * A RAW file's preview need not be larger than this, in pixels of its longer side; without it the largest is taken.
   */
  longSide?: number
  limitMemory?: MemoryLimiter
}

/** What sharp must be told when it opens a source: first page only, bounded size, read from start to end. */
export const sourceOptions = { pages: 1, limitInputPixels: limits.streamedPixels, sequentialRead: true } as const

/** A RAW file whose largest preview is shorter than this gets a warning. */
const SMALL_PREVIEW = 500

/**
 * Opens a photo, by path or by its bytes, for decoding. Rejects with a DecodeFailure that names what is wrong with the
 * file.
 */
export async function openSource(photo: PhotoOrigin, options: OpenOptions = {}): Promise<PhotoSource> {
  const file = await readPhotoFile(photo)
  const { format, family } = sniffFormat(file.head, typeof photo === 'string' ? photo : '')
  if (family === 'unsupported')
    throw new DecodeFailure('unsupported-format', `${format.toUpperCase()} files are not supported.`)
  if (family === 'unknown')
    throw new DecodeFailure('unsupported-format', 'The content is not a picture in a known format.')
  if (family === 'raw') return openRaw(wholeOf(file, format), format, file.contentHash, options)
  if (family === 'heic')
    return openHeic(wholeOf(file, format), file.contentHash, options.limitMemory ?? unlimitedMemory)
  return openPicture(file, format)
}

async function openPicture(file: PhotoFile, format: string): Promise<PhotoSource> {
  const input = format === 'avif' ? asStillAvif(file.input) : file.input
  const facts = await readFacts(input)
  const decodeBytes = checkPictureLimits(file.head, format, facts)
  const orientation = facts.orientation ?? 1
  const [width, height] = swapsSides(orientation) ? [facts.height, facts.width] : [facts.width, facts.height]
  return {
    input,
    width,
    height,
    format,
    hasAlpha: facts.hasAlpha,
    orientation,
    contentHash: file.contentHash,
    decodeBytes,
    warnings: [],
  }
}

async function openHeic(bytes: Buffer, contentHash: () => string, limitMemory: MemoryLimiter): Promise<PhotoSource> {
  const facts = await readFacts(bytes)
  if (facts.compression === 'av1') return openPicture({ input: bytes, head: bytes, contentHash }, 'avif')
  const pixels = await limitMemory(facts.width * facts.height * HEIC_BYTES_PER_PIXEL, () =>
    decodeHeic(bytes, facts.icc ?? null),
  )
  return { ...(await openPicture({ input: pixels, head: pixels, contentHash }, 'tiff')), format: 'heic' }
}

async function openRaw(
  bytes: Buffer,
  format: string,
  contentHash: () => string,
  options: OpenOptions,
): Promise<PhotoSource> {
  const { previews, orientation } = findRawPreviews(bytes, format)
  const [largest] = previews
  const chosen = options.longSide === undefined ? largest : choosePreview(previews, options.longSide)
  if (largest === undefined || chosen === undefined)
    throw new DecodeFailure(
      'no-preview',
      `The ${format.toUpperCase()} file holds no preview picture, and its sensor data is not developed here.`,
    )
  const stored = bytes.subarray(chosen.offset, chosen.offset + chosen.length)
  const jpeg = orientation === undefined ? stored : withOrientation(stored, orientation)
  const opened = await openPicture({ input: jpeg, head: jpeg, contentHash }, 'jpeg')
  const [width, height] = swapsSides(opened.orientation)
    ? [largest.height, largest.width]
    : [largest.width, largest.height]
  const warnings =
    Math.max(width, height) < SMALL_PREVIEW
      ? [`The ${format.toUpperCase()} file holds only a small preview of ${width} x ${height} pixels.`]
      : []
  return { ...opened, width, height, format, warnings }
}

/** The whole file in memory; formats that are parsed there have a limit of size. */
function wholeOf({ input }: PhotoFile, format: string): Buffer {
  if (typeof input !== 'string') return input
  throw new DecodeFailure(
    'too-large',
    `${format.toUpperCase()} files up to ${limits.bufferedBytes / 1024 / 1024} MB are read.`,
  )
}

async function readFacts(input: Buffer | string): Promise<Metadata> {
  try {
    return await sharp(input, { ...sourceOptions, limitInputPixels: false, failOn: 'none' }).metadata()
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** libvips reads only the major brand: an image sequence opens as its still picture once it is marked as one. */
function asStillAvif(input: Buffer | string): Buffer | string {
  if (typeof input === 'string' || input.toString('latin1', 8, 12) === 'avif') return input
  const copy = Buffer.from(input)
  copy.write('avif', 8, 'latin1')
  return copy
}
