import type { Face } from '../../contract/analysis/face.ts'
import type { FaceParameters, FaceResult } from '../../contract/analysis/operations/faces.ts'
import { AppError } from '../../contract/errors.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

/**
 * The faces of a picture, surest first; ids and attributes only on request. Throws `not-supported-here` without a model
 * for faces.
 */
export async function detectFaces(picture: AnalysedPicture, params: FaceParameters): Promise<FaceResult> {
  if (!(await picture.context.models.get('faces')))
    throw new AppError(
      'not-supported-here',
      'Faces are found by a model that is not installed. Install the models first.',
    )
  const found = await picture.faces()
  const vectors = params.return_face_id === 1 ? await picture.faceVectors() : []
  const faces: Face[] = found.map((face, number) => ({
    ...face,
    face_id: vectors[number]?.id ?? '',
    attributes: params.return_face_attributes === 1 ? face.attributes : [],
  }))
  return { faces }
}
