import type { Bytes } from '../bytes.ts'
import { readJpegSegments, type JpegSegment } from '../jpeg/jpeg-segments.ts'
import { hasText } from '../signatures.ts'
import type { ByteRange } from './byte-range.ts'

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])
const WINDOW_BYTES = 256 * 1024

/**
 * The first picture of a JPEG: frame, tables and scans up to its end marker. Leaves out comments and application
 * segments, except Adobe's, which says how colours are stored. Also leaves out whatever follows the picture: further
 * pictures of an MPO file, gain maps, films.
 */
export function findJpegData(bytes: Bytes): ByteRange[] {
  const { segments, stopAt } = readJpegSegments(bytes)
  const kept = segments.filter((segment) => isDecoded(bytes, segment)).map(({ at, end }) => ({ start: at, end }))
  return [...kept, { start: stopAt, end: findEnd(bytes, stopAt) }]
}

function isDecoded(bytes: Bytes, { at, marker }: JpegSegment): boolean {
  if (marker === 0xee) return hasText(bytes.subarray(at + 4, at + 9), 0, 'Adobe')
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef)
}

/** Within scans a zero follows every 0xff byte of data, so the first end marker is the picture's. */
function findEnd(bytes: Bytes, from: number): number {
  for (let at = from; at < bytes.length; at += WINDOW_BYTES) {
    const found = bytes.subarray(at, at + WINDOW_BYTES + 1).indexOf(END_OF_IMAGE)
    if (found >= 0) return at + found + END_OF_IMAGE.length
  }
  return bytes.length
}
