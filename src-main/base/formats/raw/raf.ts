import type { PreviewPlace } from './preview-place.ts'

/** The JPEG of a Fujifilm RAF file, whose header also has the metadata; its place stands at byte 84, big-endian. */
export function findRafPreview(bytes: Buffer): PreviewPlace | null {
  return bytes.length < 92 ? null : { offset: bytes.readUInt32BE(84), length: bytes.readUInt32BE(88) }
}
