import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Metadata } from 'sharp'
import { largestItemPixels } from '../../base/formats/isobmff/largest-item-pixels.ts'
import { readJpegFrame } from '../../base/formats/jpeg/read-jpeg-frame.ts'
import { type TiffPlace, directoryAt } from '../../base/formats/tiff/main-picture.ts'
import { isAnimatedWebp } from '../../base/formats/webp/webp-size.ts'
import { DecodeFailure } from './decode-failure.ts'
import { withBytes } from './file-bytes.ts'
import { limits } from './limits.ts'
import type { PhotoFile } from './read-photo-file.ts'
import type { Bytes } from '../../base/formats/bytes.ts'
import { tiffTag } from '../../base/formats/tiff/tiff-directories.ts'

/** Input of an estimate. */
export type EstimateInput = Pick<PhotoFile, 'input' | 'head'> & {
  format: string
  metadata: Metadata
  place?: TiffPlace
}

/** Bytes of a sample in libvips. */
const depthBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
}

/** Frame buffers of an AVIF decoder, their copy in libheif and the pixels in libvips: measured 21 to 24. */
const AVIF_BYTES_PER_PIXEL = 24
/** A JPEG is shrunk while it is read, so it needs fewer rows. */
const JPEG_ROWS = 256
/** Assumed for a JPEG whose header cannot be parsed here. */
const UNKNOWN_FRAME = { hasSeveralScans: true, samplesPerPixel: 3 }
/** Rows that libvips keeps while it shrinks a picture row by row, measured on very wide ones. */
const KEPT_ROWS = 512
const MEGABYTE = 1024 * 1024

/** Refuses pictures that cannot be decoded in bounded memory; otherwise returns the estimated bytes of a decode. */
export function checkPictureLimits(picture: EstimateInput): number {
  const { width, height } = picture.metadata
  if (width < 1 || height < 1) throw new DecodeFailure('damaged', say('pictures.noPixels'))
  if (width > limits.side || height > limits.side || width * height > limits.streamedPixels)
    throw tooLarge(say('pictures.tooManyPixels', { width, height }))
  return checkNeed(estimateDecodeBytes(picture), picture.metadata)
}

/** Refuses a picture that needs more memory than a decode may have; returns the bytes. */
export function checkNeed(bytes: number, { width, height }: { width: number; height: number }): number {
  if (bytes <= limits.decodeBytes) return bytes
  const inMegabytes = (each: number) => Math.round(each / MEGABYTE)
  const memory = { needed: inMegabytes(bytes), most: inMegabytes(limits.decodeBytes) }
  throw tooLarge(say('pictures.memory', { width, height, ...memory }))
}

/** Bytes of a decoder that needs this many for each pixel; throws DecodeFailure if that is too much. */
export function checkPixels(
  width: number,
  height: number,
  bytesPerPixel: number,
  maxBytes: number = limits.decodeBytes,
): number {
  if (width < 1 || height < 1) throw new DecodeFailure('damaged', say('pictures.noPixels'))
  const bytes = width * height * bytesPerPixel
  if (width > limits.side || height > limits.side || bytes > maxBytes)
    throw new DecodeFailure('too-large', say('pictures.tooManyPixels', { width, height }))
  return bytes
}

/** Maximum bytes of a decoder, by how it works for each format. */
function estimateDecodeBytes({ input, head, format, metadata, place = {} }: EstimateInput): number {
  const pixels = metadata.width * metadata.height
  const pixelBytes = metadata.channels * (depthBytes[metadata.depth] ?? 2)
  const rowBytes = metadata.width * pixelBytes
  const seen = { width: metadata.width, height: metadata.height, pixelBytes }
  switch (format) {
    case 'jpeg':
      return head.length + jpegBytes(head, rowBytes, pixels)
    case 'png':
      return head.length + (metadata.isProgressive ? rowBytes * metadata.height : rowBytes * KEPT_ROWS)
    case 'webp':
      // An animation keeps its canvas, the previous canvas, and the present drawing.
      return head.length + pixels * (isAnimatedWebp(head) ? 12 : 4)
    case 'gif':
      return head.length + pixels * 6
    case 'avif':
      return head.length + largestPicture(head, metadata) * AVIF_BYTES_PER_PIXEL
    case 'tiff':
      return head.length + withBytes(input, (bytes) => estimateTiffBytes(bytes, place, seen)) + rowBytes * KEPT_ROWS
    default:
      return head.length + rowBytes * KEPT_ROWS
  }
}

/**
 * A JPEG with several scans, such as a progressive one, keeps two bytes for each sample until its last scan; any other
 * keeps only rows.
 */
function jpegBytes(head: Buffer, rowBytes: number, pixels: number): number {
  const { hasSeveralScans, samplesPerPixel } = readJpegFrame(head) ?? UNKNOWN_FRAME
  return hasSeveralScans ? pixels * samplesPerPixel * 2 : rowBytes * JPEG_ROWS
}

/** Pixels of the largest picture in a HEIF file: the main one, one of its parts, or all of these together. */
export function largestPicture(bytes: Buffer, { width, height }: { width: number; height: number }): number {
  return Math.max(width * height, largestItemPixels(bytes) ?? 0)
}

const tooLarge = (text: Text) => new DecodeFailure('too-large', text)

/** libvips reads strips with more rows than this one row at a time, if the compression allows it. */
const MAX_STRIP_ROWS = 128
/** None, LZW, Deflate, PackBits, and Deflate under its old number. */
const ROW_WISE: ReadonlySet<number> = new Set([1, 5, 8, 32773, 32946])
const CHUNKY = 1

/** How a TIFF stores the pixels of a picture. */
type Layout = {
  width: number
  height: number
  /** Bytes of a pixel, as stored. */
  pixelBytes: number
  compression: number
  /** True if each colour is stored separately. */
  isPlanar: boolean
  rowsPerStrip: number
  /** 0 if it is stored in strips. */
  tileWidth: number
  tileHeight: number
}

/** A picture of a TIFF as libvips sees it; `pixelBytes` is the size of a pixel there. */
type SeenPicture = { width: number; height: number; pixelBytes: number }

/**
 * Bytes of strips or tiles in libtiff and libvips while they decode a picture of a TIFF. Throws DecodeFailure if
 * libtiff would read another directory than the one read here: its tiles may have any size.
 */
function estimateTiffBytes(bytes: Bytes, place: TiffPlace, { width, height, pixelBytes }: SeenPicture): number {
  const layout = readLayout(bytes, place)
  if (layout.width !== width || layout.height !== height)
    throw new DecodeFailure('damaged', say('pictures.sizeUnclear'))
  const largest = { ...layout, pixelBytes: Math.max(pixelBytes, layout.pixelBytes) }
  return layout.tileWidth > 0 && layout.tileHeight > 0 ? tileBytes(largest) : stripBytes(largest)
}

function readLayout(bytes: Bytes, place: TiffPlace): Layout {
  const main = directoryAt(bytes, place)
  const read = (tag: number, absent: number) => main?.numbers(tag)?.[0] ?? absent
  const height = read(tiffTag.height, 0)
  return {
    width: read(tiffTag.width, 0),
    height,
    pixelBytes: (read(tiffTag.samplesPerPixel, 1) * read(tiffTag.bitsPerSample, 1)) / 8,
    compression: read(tiffTag.compression, 1),
    isPlanar: read(tiffTag.planes, CHUNKY) !== CHUNKY,
    rowsPerStrip: Math.min(height, read(tiffTag.rowsPerStrip, height)),
    tileWidth: read(tiffTag.tileWidth, 0),
    tileHeight: read(tiffTag.tileHeight, 0),
  }
}

/** One strip as stored, and again as libvips holds it. */
function stripBytes({ width, pixelBytes, rowsPerStrip, compression, isPlanar }: Layout): number {
  const isRowWise = rowsPerStrip > MAX_STRIP_ROWS && ROW_WISE.has(compression) && !isPlanar
  return 2 * width * pixelBytes * (isRowWise ? 1 : rowsPerStrip)
}

/** Two rows of tiles and one spare, since lines cross them, and the current tile. */
function tileBytes({ width, height, pixelBytes, tileWidth, tileHeight }: Layout): number {
  const [across, down] = [Math.ceil(width / tileWidth), Math.ceil(height / tileHeight)]
  return tileWidth * tileHeight * pixelBytes * ((across + 1) * Math.min(2, down) + 1)
}
