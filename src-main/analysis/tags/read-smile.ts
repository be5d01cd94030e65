import { smileOfMesh } from '../faces/read-expressions.ts'
import type { TagTrace } from '../step/tag-trace.ts'
import type { Evidence } from './evidence.ts'
import type { FaceWithMesh } from './meshed-faces.ts'

/** The concept that this module can name. */
export const smileConcept = 'smile'

/** From this share on of {@link smileOfMesh} a face smiles. */
const SURE = 0.85
const CHANCE = 0.92

/** Whether one of the largest faces smiles, by the mesh of its mouth. */
export function readSmile(meshed: readonly FaceWithMesh[], trace?: TagTrace): Evidence[] {
  if (meshed.length === 0) {
    trace?.note(smileConcept, 'unsureFaces')
    return []
  }
  for (const { mesh } of meshed) {
    const smile = smileOfMesh(mesh) ?? 0
    trace?.score(smileConcept, 'faces', smile)
    if (smile < SURE) continue
    trace?.applies(smileConcept, CHANCE)
    return [{ concept: smileConcept, chance: CHANCE, origin: 'faces' }]
  }
  trace?.note(smileConcept, 'appliesNot')
  return []
}
