import type { Face } from '../../contract/analysis/face.ts'
import type { FaceIdentity } from '../models/runtime/tasks.ts'
import type { DescribedFace, Findings } from '../photo/findings.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { Step, StepContext } from '../step/step.ts'
import { describeFace } from './face-vector.ts'
import { facesOf, facesStep } from './faces-step.ts'

/** Below this side, in pixels of the decoded raster, all faces look alike to the model (ENGINE.md). */
export const MIN_VECTOR_SIDE = 24
/** Of many faces only the largest are described: each takes some milliseconds. */
const MAX_VECTORS = 40

/**
 * A vector of each face, by which one person's faces are recognised. It runs only while the person wants people to be
 * recognised, and separately from the step that finds faces, so that switching it on repeats no other step.
 */
export const faceVectorsStep: Step = {
  name: 'face-vectors',
  // With another way to find faces, vectors of faces that it no longer finds would stay in groups and suggestions.
  version: 10 * facesStep.version + 1,
  tasks: ['faces', 'face-identity', 'objects'],
  run: describeFaces,
}

async function describeFaces(context: StepContext): Promise<Partial<Findings>> {
  const { photo, models } = context
  const identity = await models.get('face-identity')
  if (!identity) return {}
  const faces: DescribedFace[] = []
  for (const { face, side } of largestFaces(await facesOf(context), photo))
    faces.push(await describe(photo, face, side, identity))
  return { faceVectors: { modelId: identity.modelId, faces } }
}

/** Faces large enough to be distinguished, with their shorter side in pixels of the decoded raster. */
function largestFaces(faces: readonly Face[], photo: DecodedPhoto): { face: Face; side: number }[] {
  const scale = photo.pixels.width / photo.width
  return faces
    .map((face) => ({ face, side: Math.min(face.coordinates.width, face.coordinates.height) * scale }))
    .filter(({ side }) => side >= MIN_VECTOR_SIDE)
    .sort((a, b) => b.side - a.side)
    .slice(0, MAX_VECTORS)
}

async function describe(photo: DecodedPhoto, face: Face, side: number, identity: FaceIdentity): Promise<DescribedFace> {
  const { xmin, ymin, width, height } = face.coordinates
  const { vector } = await describeFace(photo, face, identity)
  const box = {
    x: xmin / photo.width,
    y: ymin / photo.height,
    width: width / photo.width,
    height: height / photo.height,
  }
  return { box, side: Math.round(side), vector }
}
