import { type ChangePart, type FaceStatement, isSameFace, type PhotoWork, tidyStatements } from '../catalog/catalog.ts'

/** How much the shapes of two pictures may differ for boxes of one to lie rightly on the other. */
const SAME_SHAPE = 0.02

type Faces = Pick<PhotoWork, 'id' | 'faces'> & { shape: number }

/**
 * What the kept photo gets of what a person said of faces on others that show the same: all of which nothing is said
 * on it. A photo of another shape is cut otherwise, so that its boxes would lie beside the faces.
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
