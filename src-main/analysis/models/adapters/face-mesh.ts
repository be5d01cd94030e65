import type { ModelSession } from '../runtime/open-session.ts'
import type { DecodedPhoto } from '../../photo/photo.ts'
import type { DetectedFace, FaceMesh, MeshedFace } from '../runtime/tasks.ts'
import { cutFineSquare, pointOfSquare, squareOfFace } from './face-square.ts'

const SIDE = 192
/** MediaPipe enlarges BlazeFace's boxes by 1.5 for the mesh; see `faceres.ts`, where 1.4 is 3.13. */
const SIDES_PER_DISTANCE = 3.35

/**
 * Face Mesh (Kartynnik et al., 2019; MediaPipe through @vladmandic/human, Apache-2.0) on an upright cut-out of a face.
 * The tags and the expressions of a photo ask for the same faces: each is looked at once.
 */
export function createFaceMesh(session: ModelSession, modelId: string): { 'face-mesh': FaceMesh } {
  const meshes = new WeakMap<DecodedPhoto, Map<string, Promise<MeshedFace>>>()
  const locate: FaceMesh['locate'] = (photo, face) => {
    const known = meshes.get(photo) ?? new Map<string, Promise<MeshedFace>>()
    meshes.set(photo, known)
    const key = JSON.stringify(face)
    const mesh = known.get(key) ?? layMesh(session, photo, face)
    known.set(key, mesh)
    return mesh
  }
  return { 'face-mesh': { modelId, locate } }
}

async function layMesh(session: ModelSession, photo: DecodedPhoto, face: DetectedFace): Promise<MeshedFace> {
  const square = squareOfFace(face, SIDES_PER_DISTANCE)
  const data = cutFineSquare(photo, square, SIDE)
  const { mesh, presence } = await session.run({ image: { data, dims: [1, SIDE, SIDE, 3] } })
  const points = Float32Array.from(mesh!.data as Float32Array)
  for (let at = 0; at < points.length; at += 3) {
    const { x, y } = pointOfSquare(square, points[at]! / SIDE, points[at + 1]! / SIDE)
    points.set([x, y, (points[at + 2]! * square.side) / SIDE], at)
  }
  return { presence: (presence!.data as Float32Array)[0]!, points }
}
