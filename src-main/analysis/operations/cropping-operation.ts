import type { CroppingParameters, CroppingResult } from '../../contract/analysis/operations/croppings.ts'
import type { Cropping } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import { suggestCroppings } from '../croppings/suggest-crops.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import { cutOut, type CutPicture } from './cut-out.ts'

/** Records, or with `image_result` the one crop as a picture. */
export type CroppingAnswer =
  ({ kind: 'records' } & CroppingResult) | ({ kind: 'image'; cropping: Cropping } & CutPicture)

/**
 * Crops for the sizes asked for, or the best crop at its own ratio; throws `bad-params` for what cannot be cut from
 * this picture.
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
