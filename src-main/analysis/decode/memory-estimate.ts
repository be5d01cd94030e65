import { say } from '../../contract/sentences/say.ts'
import type { Metadata } from 'sharp'
import { largestItemPixels } from '../../formats/isobmff/item-sizes.ts'
import { readJpegFrame } from '../../formats/jpeg/jpeg-header.ts'
import type { TiffPlace } from '../../formats/tiff/main-picture.ts'
import { isAnimatedWebp } from '../../formats/webp/webp-size.ts'
import { DecodeFailure } from './decode-failure.ts'
import { withBytes } from './file-bytes.ts'
import { limits } from './limits.ts'
import type { PhotoFile } from './read-photo-file.ts'
import { estimateTiffBytes } from './tiff-memory.ts'

/** What an estimate is made from. */
export type EstimateInput = Pick<PhotoFile, 'input' | 'head'> & { format: string; facts: Metadata; place?: TiffPlace }

/** Bytes of a sample as libvips holds it. */
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
/** Fewer rows of a JPEG, which is shrunk while it is read. */
const JPEG_ROWS = 256
/** What is assumed of a JPEG whose header is too odd to be read here. */
const UNKNOWN_FRAME = { hasSeveralScans: true, samplesPerPixel: 3 }
/** Rows that libvips keeps while it shrinks a picture row by row, measured on very wide ones. */
const KEPT_ROWS = 512
const MEGABYTE = 1024 * 1024

/**
 * Refuses pictures that cannot be decoded in bounded memory; otherwise returns the bytes that a decode is expected to
 * hold.
 */
export function checkPictureLimits(picture: EstimateInput): number {
  const { width, height } = picture.facts
  if (width < 1 || height < 1) throw new DecodeFailure('damaged', say('pictures.noPixels'))
  if (width > limits.side || height > limits.side || width * height > limits.streamedPixels)
    throw tooLarge(say('pictures.tooManyPixels', { width, height }))
  return checkNeed(estimateDecodeBytes(picture), picture.facts)
}

/** Refuses a picture that needs more memory than a decode may have; returns the bytes. */
export function checkNeed(bytes: number, { width, height }: { width: number; height: number }): number {
  if (bytes <= limits.decodeBytes) return bytes
  const inMegabytes = (each: number) => Math.round(each / MEGABYTE)
  const memory = { needed: inMegabytes(bytes), most: inMegabytes(limits.decodeBytes) }
  throw tooLarge(say('pictures.memory', { width, height, ...memory }))
}

/** The bytes that a decoder holds which takes so many for each pixel; throws DecodeFailure where that is too much. */
export function checkPixels(
  width: number,
  height: number,
  bytesPerPixel: number,
  mostBytes: number = limits.decodeBytes,
): number {
  if (width < 1 || height < 1) throw new DecodeFailure('damaged', say('pictures.noPixels'))
  const bytes = width * height * bytesPerPixel
  if (width > limits.side || height > limits.side || bytes > mostBytes)
    throw new DecodeFailure('too-large', say('pictures.tooManyPixels', { width, height }))
  return bytes
}

/** Bytes a decoder holds at once, by how each format's decoder works. */
function estimateDecodeBytes({ input, head, format, facts, place = {} }: EstimateInput): number {
  const pixels = facts.width * facts.height
  const pixelBytes = facts.channels * (depthBytes[facts.depth] ?? 2)
  const rowBytes = facts.width * pixelBytes
  const seen = { width: facts.width, height: facts.height, pixelBytes }
  switch (format) {
    case 'jpeg':
      return head.length + jpegBytes(head, rowBytes, pixels)
    case 'png':
      return head.length + (facts.isProgressive ? rowBytes * facts.height : rowBytes * KEPT_ROWS)
    case 'webp':
      // An animation keeps its canvas, the canvas before, and what is drawn on it.
      return head.length + pixels * (isAnimatedWebp(head) ? 12 : 4)
    case 'gif':
      return head.length + pixels * 6
    case 'avif':
      return head.length + largestPicture(head, facts) * AVIF_BYTES_PER_PIXEL
    case 'tiff':
      return head.length + withBytes(input, (bytes) => estimateTiffBytes(bytes, place, seen)) + rowBytes * KEPT_ROWS
    default:
      return head.length + rowBytes * KEPT_ROWS
  }
}

/**
 * A JPEG with several scans, as progressive ones are, keeps two bytes for each sample until its last scan; any other
 * only rows.
 */
function jpegBytes(head: Buffer, rowBytes: number, pixels: number): number {
  const { hasSeveralScans, samplesPerPixel } = readJpegFrame(head) ?? UNKNOWN_FRAME
  return hasSeveralScans ? pixels * samplesPerPixel * 2 : rowBytes * JPEG_ROWS
}

/** Pixels of the largest picture in a HEIF file: the main one, what it is made from, or what all of that makes. */
export function largestPicture(bytes: Buffer, { width, height }: { width: number; height: number }): number {
  return Math.max(width * height, largestItemPixels(bytes) ?? 0)
}

const tooLarge = (message: string) => new DecodeFailure('too-large', message)
