import type { Metadata } from 'sharp'
import { DecodeFailure } from './decode-failure.ts'
import { withOrientation } from './exif-orientation.ts'
import { decodeHeic, HEIC_BYTES_PER_PIXEL } from './heic.ts'
import { describeVipsError } from './vips-error.ts'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import { checkPictureLimits } from './memory-estimate.ts'
import { swapsSides } from './orient-raster.ts'
import { choosePreview, findRawPreviews } from './raw/raw-preview.ts'
import { hashContent, readPhotoFile } from './read-photo-file.ts'
import { sniffFormat, type SniffedFormat } from './sniff-format.ts'

/**
 * A photo's file made ready for libvips, whatever its format. `sharp(bytes, sourceOptions).autoOrient()` gives the upright picture of
 * `width` x `height`: a RAW file has become its preview, a HEIC file plain pixels with their colour profile.
 */
export type PhotoSource = {
  bytes: Buffer
  /** Upright size in pixels of what can be seen: of the largest preview for RAW. */
  width: number
  height: number
  /** Real format of the file, by content. */
  format: string
  hasAlpha: boolean
  /** EXIF orientation still to be applied to the pixels of `bytes`. */
  orientation: number
  /** SHA-256 of the whole file, hex; computed when first asked for. */
  contentHash(): string
  /** Bytes that a decode is expected to hold. */
  decodeBytes: number
  warnings: string[]
}

/** Lets work that needs much memory in when there is room for it. */
export type MemoryGate = <T>(bytes: number, work: () => Promise<T>) => Promise<T>
export type OpenOptions = {
  /** A RAW file's preview need not be larger than this, in pixels of its longer side; without it the largest is taken. */
  longSide?: number
  gate?: MemoryGate
}

/** What sharp must be told when it opens a source: first page only, bounded size, read from start to end. */
export const sourceOptions = { pages: 1, limitInputPixels: limits.streamedPixels, sequentialRead: true } as const

/** Runs work at once; for callers that decode one photo at a time. */
export const openGate: MemoryGate = (_bytes, work) => work()

/** Opens a photo for decoding. Rejects with a DecodeFailure that names what is wrong with the file. */
export async function openSource(path: string, options: OpenOptions = {}): Promise<PhotoSource> {
  const file = await readPhotoFile(path)
  const sniffed = sniffFormat(file, path)
  const hash = lazily(() => hashContent(file))
  if (sniffed.family === 'raw') return openRaw(file, sniffed, hash, options)
  if (sniffed.family === 'heic') return openHeic(file, sniffed, hash, options.gate ?? openGate)
  if (sniffed.family === 'unsupported') throw new DecodeFailure('unsupported-format', `${sniffed.format.toUpperCase()} files are not supported.`)
  if (sniffed.family === 'unknown') throw new DecodeFailure('unsupported-format', 'The content is not a picture in a known format.')
  return openPicture(sniffed.format === 'avif' ? asStillAvif(file) : file, sniffed.format, hash)
}

async function openPicture(bytes: Buffer, format: string, contentHash: () => string): Promise<PhotoSource> {
  const facts = await readFacts(bytes)
  const decodeBytes = checkPictureLimits(bytes, format, facts)
  const orientation = facts.orientation ?? 1
  const [width, height] = swapsSides(orientation) ? [facts.height, facts.width] : [facts.width, facts.height]
  return { bytes, width, height, format, hasAlpha: facts.hasAlpha, orientation, contentHash, decodeBytes, warnings: [] }
}

async function openHeic(file: Buffer, { format }: SniffedFormat, contentHash: () => string, gate: MemoryGate): Promise<PhotoSource> {
  const facts = await readFacts(file)
  if (facts.compression === 'av1') return openPicture(file, 'avif', contentHash)
  const bytes = await gate(facts.width * facts.height * HEIC_BYTES_PER_PIXEL, () => decodeHeic(file, facts.icc ?? null))
  return openPicture(bytes, 'tiff', contentHash).then((source) => ({ ...source, format }))
}

async function openRaw(file: Buffer, { format }: SniffedFormat, contentHash: () => string, options: OpenOptions): Promise<PhotoSource> {
  const { previews, orientation } = findRawPreviews(file, format)
  const chosen = options.longSide === undefined ? previews[0] : choosePreview(previews, options.longSide)
  if (chosen === undefined) throw new DecodeFailure('no-preview', `The ${format.toUpperCase()} file holds no preview picture; its sensor data is not developed here.`)
  const jpeg = file.subarray(chosen.offset, chosen.offset + chosen.length)
  const opened = await openPicture(orientation === undefined ? jpeg : withOrientation(jpeg, orientation), 'jpeg', contentHash)
  const largest = previews[0]!
  const [width, height] = swapsSides(opened.orientation) ? [largest.height, largest.width] : [largest.width, largest.height]
  const warnings = Math.max(width, height) < 500 ? [`The ${format.toUpperCase()} file holds only a small preview of ${width} x ${height} pixels.`] : []
  return { ...opened, width, height, format, warnings }
}

async function readFacts(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { ...sourceOptions, limitInputPixels: false, failOn: 'none' }).metadata()
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** libvips looks only at the major brand: an image sequence opens as its still picture once it is called one. */
function asStillAvif(file: Buffer): Buffer {
  if (file.toString('latin1', 8, 12) === 'avif') return file
  const copy = Buffer.from(file)
  copy.write('avif', 8, 'latin1')
  return copy
}

function lazily<T>(compute: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: compute() }).value
}
