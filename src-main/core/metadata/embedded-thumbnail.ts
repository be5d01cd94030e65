import exifr from 'exifr'
import { withOrientation } from '../../formats/exif/exif-orientation.ts'
import { readJpegFrame } from '../../formats/jpeg/jpeg-header.ts'
import { isJpeg } from '../../formats/signatures.ts'
import { withFile } from './file-head.ts'

/** Size in pixels as shown, and the EXIF orientation. */
export type UprightPhoto = { width: number; height: number; orientation: number }

const HEAD_BYTES = 128 * 1024

/** Cameras letterbox thumbnails of other shapes: those would show black bars. */
function hasShape(size: { width: number; height: number }, upright: UprightPhoto): boolean {
  const [width, height] = upright.orientation >= 5 ? [size.height, size.width] : [size.width, size.height]
  if (upright.width === 0 || upright.height === 0) return false
  return Math.abs((width / height) * (upright.height / upright.width) - 1) < 0.03
}

/**
 * The thumbnail that a camera put into its file, told to show upright; null where there is none of the photo's shape.
 * It costs no decoding.
 */
export async function readEmbeddedThumbnail(path: string, photo: UprightPhoto): Promise<Buffer | null> {
  const found = await withFile(path, async (file) => {
    const head = await file.part(0, HEAD_BYTES)
    if (!isJpeg(head)) return null
    const thumbnail = await exifr.thumbnail(head).catch(() => undefined)
    return thumbnail === undefined ? null : Buffer.from(thumbnail)
  })
  const size = found === null ? null : readJpegFrame(found)
  if (found === null || size === null || !hasShape(size, photo)) return null
  return withOrientation(found, photo.orientation)
}
