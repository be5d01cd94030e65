import type { Metadata } from 'sharp'
import { DecodeFailure } from './decode-failure.ts'
import { readJpegFrame } from '../../formats/jpeg/jpeg-header.ts'
import { limits } from './limits.ts'

/**
 * Refuses pictures that cannot be decoded in bounded memory; otherwise returns the bytes that a decode is expected to
 * hold. `head` is what of the file is in memory.
 */
export function checkPictureLimits(head: Buffer, format: string, facts: Metadata): number {
  const { width, height } = facts
  if (width < 1 || height < 1) throw new DecodeFailure('damaged', 'The picture has no pixels.')
  const estimate = estimateDecodeBytes(head, format, facts)
  if (
    width > limits.side ||
    height > limits.side ||
    width * height > limits.streamedPixels ||
    estimate > limits.decodeBytes
  ) {
    throw new DecodeFailure(
      'too-large',
      `The picture has ${width} x ${height} pixels, more than can be decoded safely.`,
    )
  }
  return estimate
}

/** Bytes a decoder holds at once, by how each format's decoder works. */
function estimateDecodeBytes(head: Buffer, format: string, facts: Metadata): number {
  const pixels = facts.width * facts.height
  const rowBytes = facts.width * facts.channels * (facts.depth === 'uchar' ? 1 : 2)
  switch (format) {
    case 'jpeg':
      return head.length + jpegBytes(head, pixels)
    case 'png':
      return head.length + (facts.isProgressive ? rowBytes * facts.height : rowBytes * 64)
    case 'webp':
      return head.length + pixels * 4
    case 'gif':
      return head.length + pixels * 6
    case 'avif':
      // Frame buffers of the decoder, their copy in libheif and the pixels in libvips: measured 21 to 24 bytes a pixel.
      return head.length + pixels * 24
    default:
      return head.length + rowBytes * 256
  }
}

/** A progressive JPEG keeps two bytes for each sample until its last scan; a baseline one only rows. */
function jpegBytes(head: Buffer, pixels: number): number {
  const frame = readJpegFrame(head)
  return frame?.isProgressive ? pixels * frame.samplesPerPixel * 2 : Math.sqrt(pixels) * 1000
}
