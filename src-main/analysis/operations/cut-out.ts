import type { Cropping } from '../../contract/analysis/cropping.ts'
import { openSource } from '../decode/open-source.ts'
import type { PhotoSource } from '../decode/photo-source.ts'
import { inSrgb, openPixels } from '../decode/source-pixels.ts'
import { describeVipsError } from '../decode/vips-error.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

/** An encoded picture, with its media type and its size in pixels. */
export type CutPicture = { bytes: Uint8Array; type: 'image/jpeg' | 'image/png'; width: number; height: number }

/** Formats of pictures with few colours and sharp edges, which stay lossless. */
const lossless: ReadonlySet<string> = new Set(['png', 'gif'])
const JPEG_QUALITY = 90
/** JPEG cannot store longer sides. */
const MAX_JPEG_SIDE = 65_535

type Size = { width: number; height: number }

/**
 * Cuts a crop from the full picture in sRGB: scaled down to its target size, never up, so that a smaller crop keeps its
 * own pixels. Rejects with a DecodeFailure where the picture is damaged.
 */
export async function cutOut({ photo, origin, limitMemory }: AnalysedPicture, crop: Cropping): Promise<CutPicture> {
  const source = await openSource(origin, { limitMemory })
  const [width, height] = [crop.x2 - crop.x1, crop.y2 - crop.y1]
  const size =
    crop.target_width <= width && crop.target_height <= height
      ? { width: crop.target_width, height: crop.target_height }
      : { width, height }
  const isLossless = lossless.has(photo.format) || Math.max(size.width, size.height) > MAX_JPEG_SIDE
  try {
    return await limitMemory(bytesFor(source, size), () => encode(source, crop, size, isLossless))
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** A rotated picture is held whole, since it is read in another order than it is stored. */
function bytesFor({ decodeBytes, orientation, width, height }: PhotoSource, size: Size): number {
  return (orientation === 1 ? decodeBytes : Math.max(decodeBytes, width * height * 3)) + size.width * size.height * 3
}

/** Tolerates damage: what could be analysed of a damaged picture can be cut too. */
async function encode(
  source: PhotoSource,
  { x1, y1, x2, y2 }: Cropping,
  size: Size,
  isLossless: boolean,
): Promise<CutPicture> {
  const upright = openPixels(source, { sequentialRead: source.orientation === 1, failOn: 'none' }).autoOrient()
  const shaped = upright
    .extract({ left: x1, top: y1, width: x2 - x1, height: y2 - y1 })
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#ffffff' })
  const cut = inSrgb(shaped, source.colors)
  const encoded = isLossless ? cut.png({ compressionLevel: 6 }) : cut.jpeg({ quality: JPEG_QUALITY })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, type: isLossless ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
}
