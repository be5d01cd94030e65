import type { Face } from '../../contract/analysis/face.ts'
import { toDetected } from '../faces/face-vector.ts'
import type { MeshedFace, Models } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { CachedDetections } from '../step/step.ts'

/** A face, and the mesh that was laid on it. */
export type FaceWithMesh = { face: Face; mesh: MeshedFace }
type Objects = Awaited<ReturnType<CachedDetections['objects']>>

const SURE_FACE = 70
/** Smaller faces get no mesh: share of the picture's height, and pixels of the decoded raster. */
const LARGE = { share: 0.1, pixels: 64 }
/** Each face costs a run of the mesh, and the largest are those that the photo is about. */
const MAX_MESHES = 2

/** The largest faces with their meshes; none without that model. */
export async function layMeshes(faces: readonly Face[], photo: DecodedPhoto, models: Models): Promise<FaceWithMesh[]> {
  const scale = photo.pixels.width / photo.width
  const large = faces
    .filter(({ confidence, coordinates: { height } }) => {
      return confidence >= SURE_FACE && height >= LARGE.share * photo.height && height * scale >= LARGE.pixels
    })
    .sort((a, b) => b.coordinates.height - a.coordinates.height)
  const model = large.length > 0 ? await models.get('face-mesh') : null
  if (!model) return []
  const meshed: FaceWithMesh[] = []
  for (const face of large.slice(0, MAX_MESHES))
    meshed.push({ face, mesh: await model.locate(photo, toDetected(face)) })
  return meshed
}

/** Below this chance the mesh says that there is no face. */
const MIN_PRESENCE = 0.5
/** Chance of the person around a face that no mesh fits: heads in profile and behind a hand have none either. */
const CERTAIN_PERSON = 0.9

/**
 * All faces but those of crabs and roller skates: no mesh fits them, and no certain person is around them. `person` is
 * the chance that there is one.
 */
export function leaveOutMistaken(
  faces: readonly Face[],
  meshed: readonly FaceWithMesh[],
  { objects, person }: { objects: Objects; person: number },
): readonly Face[] {
  const people = person >= CERTAIN_PERSON ? objects.filter(({ label }) => label === 'person') : []
  const isAround = ({ coordinates: { xmin, xmax, ymin, ymax } }: Face) => {
    const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2]
    return people.some(({ box }) => x >= box.x1 && x <= box.x2 && y >= box.y1 && y <= box.y2)
  }
  const mistaken = meshed.filter(({ face, mesh }) => mesh.presence < MIN_PRESENCE && !isAround(face))
  return faces.filter((face) => !mistaken.some((each) => each.face === face))
}
