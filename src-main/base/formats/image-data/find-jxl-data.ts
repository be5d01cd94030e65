import type { Bytes } from '../bytes.ts'
import { readBoxes } from '../isobmff/media-boxes.ts'
import type { ByteRange } from './byte-range.ts'

/** A part of the codestream begins with its number. */
const PART_NUMBER_BYTES = 4
const MAX_BOXES = 10_000

/**
 * The codestream of a JPEG XL file in boxes (ISO/IEC 18181-2). A bare codestream has no boxes: it is the picture as a
 * whole, and stays the same when a program puts it into boxes.
 */
export function findJxlData(bytes: Bytes): ByteRange[] {
  return readBoxes(bytes, 0, bytes.length, MAX_BOXES)
    .filter(({ type }) => type === 'jxlc' || type === 'jxlp')
    .map(({ type, start, end }) => ({ start: type === 'jxlp' ? start + PART_NUMBER_BYTES : start, end }))
}
