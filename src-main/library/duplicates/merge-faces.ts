import { type ChangePart, type FaceStatement, isSameFace, type PhotoWork, tidyStatements } from '../catalog/catalog.ts'

/** Maximum difference of the shapes of two pictures for boxes of one to fit the other. */
const SAME_SHAPE = 0.02

type Faces = Pick<PhotoWork, 'id' | 'faces'> & { shape: number }

/**
 * A person's statements about faces that the kept photo gets from others that show the same: all those that it lacks. A
 * photo of another shape is cropped differently, so its boxes would miss the faces.
 */
export function mergeFaces(kept: Faces, others: readonly Faces[]): ChangePart[] {
  const faces: FaceStatement[] = [...kept.faces]
  for (const other of others) {
    if (Math.abs(Math.log(other.shape / kept.shape)) > SAME_SHAPE) continue
    for (const face of other.faces) if (!faces.some((each) => isSameFace(each, face))) faces.push(face)
  }
  if (faces.length === kept.faces.length) return []
  return [{ change: { kind: 'faces', faces: tidyStatements(faces) }, ids: [kept.id] }]
}
