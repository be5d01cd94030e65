import { createHash } from 'node:crypto'
import type { Face } from '../../contract/analysis/face.ts'
import type { DetectedFace, FaceIdentity } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'

/** A model's description of a face's identity: a vector of length 1, comparable with those of the same model. */
export type FaceVector = { id: string; modelId: string; vector: Float32Array }

const ID_LENGTH = 32
/** Steps in which a descriptor's values, from -1 to 1, change an id. */
const STEPS = 64

/**
 * Describes one face of a photo. Its id is a hash of the vector: the same bytes always give the same id, and another
 * photo of the same person gives another.
 */
export async function describeFace(photo: DecodedPhoto, face: Face, identity: FaceIdentity): Promise<FaceVector> {
  const { vector } = await identity.describe(photo, toDetected(face))
  const { modelId } = identity
  const rounded = Int8Array.from(vector, (value) => Math.round(value * STEPS))
  const id = createHash('sha256').update(modelId).update(rounded).digest('hex').slice(0, ID_LENGTH)
  return { id, modelId, vector }
}

/** A face as a detector gives it, for models that read one. */
export function toDetected({ confidence, coordinates: c, landmarks }: Face): DetectedFace {
  return { score: confidence / 100, box: { x1: c.xmin, y1: c.ymin, x2: c.xmax, y2: c.ymax }, landmarks }
}
