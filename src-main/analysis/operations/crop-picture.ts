import type { CroppingParameters, CroppingResult } from '../../contract/analysis/operations/croppings.ts'
import type { Cropping } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import { suggestCroppings } from '../croppings/suggest-crops.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { openSource } from '../decode/open-source.ts'
import type { PhotoSource } from '../decode/photo-source.ts'
import { inSrgb, openPixels } from '../decode/source-pixels.ts'
import { describeVipsError } from '../decode/describe-vips-error.ts'

/** Records, or with `image_result` the one crop as a picture. */
export type CroppingAnswer =
  | ({ kind: 'records' } & CroppingResult)
  | ({ kind: 'image'; cropping: Cropping } & CutPicture)

/**
 * Crops for the requested sizes, or the best crop at its own ratio; throws `bad-params` for sizes that do not fit this
 * picture.
 */
export async function cropPicture(picture: AnalysedPicture, params: CroppingParameters): Promise<CroppingAnswer> {
  const { resolution, no_scaling, rect_percentage, image_result } = params
  if (no_scaling === 1) checkFits(picture, resolution)
  if (image_result === 1 && picture.photo.hasAlpha)
    throw new AppError(
      'bad-params',
      'image_result is 1, which a picture with transparency does not allow; leave it out and crop with the coordinates.',
    )
  const croppings = suggestCroppings(await picture.saliencyFeatures(), resolution, {
    noScaling: no_scaling === 1,
    rectPercentage: rect_percentage,
  })
  if (image_result === 0) return { kind: 'records', croppings }
  const [cropping] = croppings
  return { kind: 'image', cropping: cropping!, ...(await cutOut(picture, cropping!)) }
}

function checkFits({ photo }: AnalysedPicture, sizes: readonly { width: number; height: number }[]): void {
  const large = sizes.find(({ width, height }) => width > photo.width || height > photo.height)
  if (!large) return
  throw new AppError(
    'bad-params',
    `resolution has "${large.width}x${large.height}", which with no_scaling=1 does not fit the picture of ${photo.width}x${photo.height}; ask for a smaller one, or allow scaling.`,
  )
}

/** An encoded picture, with its media type and its size in pixels. */
type CutPicture = { bytes: Uint8Array; type: 'image/jpeg' | 'image/png'; width: number; height: number }

/** Formats for pictures with few colours and sharp edges, which stay lossless. */
const lossless: ReadonlySet<string> = new Set(['png', 'gif'])
const JPEG_QUALITY = 90
/** JPEG cannot store longer sides. */
const MAX_JPEG_SIDE = 65_535

type Size = { width: number; height: number }

/**
 * Cuts a crop from the full picture in sRGB. It is scaled down to its target size, never up, so a smaller crop keeps
 * its pixels. Rejects with a DecodeFailure if the picture is damaged.
 */
async function cutOut({ photo, origin, limitMemory }: AnalysedPicture, crop: Cropping): Promise<CutPicture> {
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

/** A rotated picture is held completely, since it is read in another order than it is stored. */
function bytesFor({ decodeBytes, orientation, width, height }: PhotoSource, size: Size): number {
  return (orientation === 1 ? decodeBytes : Math.max(decodeBytes, width * height * 3)) + size.width * size.height * 3
}

/** Tolerates damage: if a damaged picture can be analysed, it can be cut, too. */
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
