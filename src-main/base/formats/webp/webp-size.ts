import { hasText } from '../signatures.ts'

export type PictureSize = { width: number; height: number }

/** Size of a WebP picture in pixels, from the first bytes of its file; null if they do not say. */
export function readWebpSize(bytes: Buffer): PictureSize | null {
  if (hasText(bytes, 12, 'VP8X') && bytes.length >= 30)
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (hasText(bytes, 12, 'VP8 ') && bytes.length >= 30)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (!hasText(bytes, 12, 'VP8L') || bytes.length < 25) return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Flag of `VP8X` for an animation. */
const IS_ANIMATED = 0b10

/** True for an animated WebP file. */
export const isAnimatedWebp = (bytes: Buffer): boolean =>
  hasText(bytes, 12, 'VP8X') && ((bytes[20] ?? 0) & IS_ANIMATED) !== 0
