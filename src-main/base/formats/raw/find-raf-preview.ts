import type { PreviewPlace } from './preview-place.ts'

/** The JPEG of a Fujifilm RAF file, which also holds the metadata; its position is at byte 84, big-endian. */
export function findRafPreview(bytes: Buffer): PreviewPlace | null {
  return bytes.length < 92 ? null : { offset: bytes.readUInt32BE(84), length: bytes.readUInt32BE(88) }
}
