import { AppError } from '../../contract/errors.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import type { PictureVector } from './ports.ts'

/**
 * The picture's content vector for `what`, by the best model or by the one that `what` was trained with; throws
 * `not-supported-here` if no such model is installed.
 */
export async function requireContentVector(
  picture: AnalysedPicture,
  what: string,
  taughtWith?: string,
): Promise<PictureVector> {
  const vector = await picture.embedding(taughtWith)
  if (vector) return vector
  throw new AppError(
    'not-supported-here',
    taughtWith === undefined
      ? `${what} needs a model that describes a picture's content, and none is installed. Install the models first.`
      : `${what} was taught with the model ${taughtWith}, which is not installed on this machine any more. Have it installed again, or teach it again with its pictures.`,
  )
}
