import { readJpegSegments } from '../jpeg/jpeg-segments.ts'
import { hasText } from '../signatures.ts'

/**
 * Writes an orientation (1 to 8) into a JPEG, in a fresh EXIF segment that replaces any EXIF. Pixels stay untouched.
 * For previews of RAW files, whose orientation is in the RAW file, and for pictures that a person rotated.
 */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const { kept, rest } = splitSegments(jpeg)
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment(orientation), ...kept, rest])
}

/** APP1 with a TIFF of one directory and one entry. */
function exifSegment(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from('ffe10000457869660000', 'hex')
  head.writeUInt16BE(2 + 6 + tiff.length, 2)
  return Buffer.concat([head, tiff])
}

/** Splits off the application segments at the start, without EXIF, from all that follows them. */
function splitSegments(jpeg: Buffer): { kept: Buffer[]; rest: Buffer } {
  const { segments } = readJpegSegments(jpeg)
  const firstOther = segments.findIndex(({ marker }) => marker < 0xe0 || marker > 0xef)
  const applications = segments.slice(0, firstOther < 0 ? segments.length : firstOther)
  const kept = applications.filter(({ at }) => !hasText(jpeg, at + 4, 'Exif'))
  return {
    kept: kept.map(({ at, end }) => jpeg.subarray(at, end)),
    rest: jpeg.subarray(applications.at(-1)?.end ?? 2),
  }
}
