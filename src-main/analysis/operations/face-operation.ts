import { createHash } from 'node:crypto'
import type { Face } from '../../contract/analysis/face.ts'
import type { FaceParameters, FaceResult } from '../../contract/analysis/operations/faces.ts'
import { AppError } from '../../contract/errors.ts'
import type { DetectedFace, FaceIdentity } from '../models/runtime/tasks.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

const ID_LENGTH = 32
/** Steps of a descriptor's values, which lie between -1 and 1, that make a difference to an id. */
const STEPS = 64

/**
 * The faces of a picture, surest first; ids and attributes only where asked. Throws `not-supported-here` without a
 * model for faces.
 */
export async function detectFaces(picture: AnalysedPicture, params: FaceParameters): Promise<FaceResult> {
  const { models } = picture.context
  if (!(await models.get('faces')))
    throw new AppError(
      'not-supported-here',
      'Faces are found by a model that is not installed. Install the models first.',
    )
  const identity = params.return_face_id === 1 ? await models.get('face-identity') : null
  const faces: Face[] = []
  for (const face of await picture.faces()) {
    const face_id = identity ? await identify(picture, face, identity) : ''
    faces.push({ ...face, face_id, attributes: params.return_face_attributes === 1 ? face.attributes : [] })
  }
  return { faces }
}

/**
 * An id for this face in this picture: a hash of its identity descriptor. The same bytes always give the same id;
 * another photo of the same person gives another, since there is no store of known people.
 */
async function identify({ photo }: AnalysedPicture, face: Face, identity: FaceIdentity): Promise<string> {
  const { vector } = await identity.describe(photo, toDetected(face))
  const rounded = Int8Array.from(vector, (value) => Math.round(value * STEPS))
  return createHash('sha256').update(identity.modelId).update(rounded).digest('hex').slice(0, ID_LENGTH)
}

function toDetected({ confidence, coordinates: c, landmarks }: Face): DetectedFace {
  return { score: confidence / 100, box: { x1: c.xmin, y1: c.ymin, x2: c.xmax, y2: c.ymax }, landmarks }
}
