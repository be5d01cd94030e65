import type { Face } from '../../contract/analysis/face.ts'
import { smileOfFace } from '../faces/read-expressions.ts'
import type { Models } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Evidence } from './evidence.ts'

/** The concept that this module can name. */
export const smileConcept = 'smile'

const SURE_FACE = 70
/** Smaller faces are not looked at: share of the picture's height, and pixels of the decoded raster. */
const LARGE = { share: 0.1, pixels: 64 }
/** Each face costs a run of the mesh, and the largest are those that the photo is about. */
const MAX_LOOKS = 2
/** From this share on of {@link smileOfFace} a face smiles. */
const SURE = 0.85
const CHANCE = 0.92

/** Whether one of the largest faces smiles, by the mesh of its mouth; nothing without that model. */
export async function readSmile(
  faces: readonly Face[],
  photo: DecodedPhoto,
  models: Models,
  trace?: TagTrace,
): Promise<Evidence[]> {
  const scale = photo.pixels.width / photo.width
  const large = faces
    .filter(({ confidence, coordinates: { height } }) => {
      return confidence >= SURE_FACE && height >= LARGE.share * photo.height && height * scale >= LARGE.pixels
    })
    .sort((a, b) => b.coordinates.height - a.coordinates.height)
  const mesh = large.length > 0 ? await models.get('face-mesh') : null
  if (mesh === null) {
    trace?.note(smileConcept, 'unsureFaces')
    return []
  }
  for (const face of large.slice(0, MAX_LOOKS)) {
    const smile = (await smileOfFace(photo, face, mesh)) ?? 0
    trace?.score(smileConcept, 'faces', smile)
    if (smile < SURE) continue
    trace?.applies(smileConcept, CHANCE)
    return [{ concept: smileConcept, chance: CHANCE, origin: 'faces' }]
  }
  trace?.note(smileConcept, 'appliesNot')
  return []
}
