import { hasText } from '../signatures.ts'
import { nextChunk, readWebpChunks } from './webp-chunks.ts'

/** Metadata of a WebP file: EXIF as a small TIFF file, and an XMP packet. */
export type WebpMetadata = { exif: Buffer | null; xmp: Buffer | null }

const EXIF_MARK = 'Exif\0\0'
/** Flags of `VP8X` for a following EXIF or XMP chunk. */
const HAS_METADATA = 0b1100

/** Reads the `EXIF` and `XMP ` chunks, from the start of a chunk on. Truncated chunks are left out. */
export function readWebpMetadata(bytes: Buffer, from: number): WebpMetadata {
  const found: WebpMetadata = { exif: null, xmp: null }
  for (const { name, start, end } of readWebpChunks(bytes, from)) {
    if (end > bytes.length) continue
    const body = bytes.subarray(start, end)
    // Some writers keep the six bytes that introduce EXIF in a JPEG.
    if (name === 'EXIF') found.exif ??= hasText(body, 0, EXIF_MARK) ? body.subarray(EXIF_MARK.length) : body
    if (name === 'XMP ') found.xmp = body
  }
  return found
}

/** Position of a WebP file's metadata: writers put them last, behind the picture. Null if there are none. */
export function findWebpMetadata(bytes: Buffer): number | null {
  for (const { name, start, end } of readWebpChunks(bytes)) {
    if (name === 'VP8X' && ((bytes[start] ?? 0) & HAS_METADATA) === 0) return null
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') return nextChunk(end)
  }
  return null
}
