import { AppError } from '../../contract/errors.ts'
import type { AnalysedPicture } from './analysed-picture.ts'
import type { PictureVector } from './ports.ts'

/** The picture's content vector for `what`; throws `not-supported-here` where no installed model makes one. */
export async function requireContentVector(picture: AnalysedPicture, what: string): Promise<PictureVector> {
  const vector = await picture.embedding()
  if (vector) return vector
  throw new AppError(
    'not-supported-here',
    `${what} needs a model that describes a picture's content, and none is installed. Install the models first.`,
  )
}
