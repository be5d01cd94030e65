import exifr from 'exifr'
import { withFile } from '../metadata/file-head.ts'

const HEAD_BYTES = 128 * 1024

/** A JPEG's first APP1 segment saying only how the picture is to be turned. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(34, 2)
  segment.write('Exif\0\0MM\0*', 4, 'latin1')
  segment.writeUInt32BE(8, 14) // The first directory follows at once,
  segment.writeUInt16BE(1, 18) // with one entry:
  segment.writeUInt16BE(0x0112, 20) // Orientation,
  segment.writeUInt16BE(3, 22) // a short,
  segment.writeUInt32BE(1, 24) // one of it.
  segment.writeUInt16BE(orientation, 28)
  return segment
}

/** Width and height from a JPEG's frame header. */
function sizeOf(jpeg: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1]!
    if (marker >= 0xc0 && marker <= 0xc3) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  }
  return null
}

/** Cameras letterbox thumbnails of other shapes: those would show black bars. */
function hasShape(
  size: { width: number; height: number },
  upright: { width: number; height: number },
  orientation: number,
): boolean {
  const [width, height] = orientation >= 5 ? [size.height, size.width] : [size.width, size.height]
  if (upright.width === 0 || upright.height === 0) return false
  return Math.abs((width / height) * (upright.height / upright.width) - 1) < 0.03
}

/**
 * The thumbnail that a camera put into its file, told to show upright; null where there is none of the photo's shape.
 * It costs no decoding.
 */
export async function readEmbeddedThumbnail(
  path: string,
  photo: { width: number; height: number; orientation: number },
): Promise<Buffer | null> {
  const found = await withFile(path, async (file) => {
    const head = await file.part(0, HEAD_BYTES)
    if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return null
    const thumbnail = await exifr.thumbnail(head).catch(() => undefined)
    return thumbnail === undefined ? null : Buffer.from(thumbnail)
  })
  if (found === null || found.length < 12 || found.readUInt16BE(0) !== 0xffd8) return null
  const size = sizeOf(found)
  if (size === null || !hasShape(size, photo, photo.orientation)) return null
  return Buffer.concat([found.subarray(0, 2), orientationSegment(photo.orientation), found.subarray(2)])
}
