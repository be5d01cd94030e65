import { readJpegSegments } from '../jpeg/jpeg-segments.ts'
import { hasText } from '../signatures.ts'
import { readTiffDirectories, tiffTag } from '../tiff/tiff-directories.ts'

const HEAD = 'Exif\0\0'
/** Bytes of the marker and the length of a segment. */
const SEGMENT_HEAD_BYTES = 4

/**
 * Finds the small JPEG that cameras put into the EXIF of a JPEG (the second directory, EXIF 2.32, 4.6.2), in bytes of
 * the file. Null if there is none or it lies beyond the given bytes.
 */
export function findExifThumbnail(jpeg: Buffer): { offset: number; length: number } | null {
  const { segments } = readJpegSegments(jpeg)
  const segment = segments.find(({ marker, at }) => marker === 0xe1 && hasText(jpeg, at + SEGMENT_HEAD_BYTES, HEAD))
  if (segment === undefined) return null
  const start = segment.at + SEGMENT_HEAD_BYTES + HEAD.length
  const held = Math.min(segment.end, jpeg.length)
  for (const directory of readTiffDirectories(jpeg.subarray(0, held), start)) {
    const offset = directory.numbers(tiffTag.jpegOffset)?.[0]
    const length = directory.numbers(tiffTag.jpegLength)?.[0]
    if (offset === undefined || length === undefined) continue
    if (length > 0 && start + offset + length <= held) return { offset: start + offset, length }
  }
  return null
}
