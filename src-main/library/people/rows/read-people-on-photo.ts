import type { FaceOnPhoto } from '../../../contract/library/face-on-photo.ts'
import { scoreOf } from '../../../analysis/faces/likeness.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { KeptFace } from './face-vectors/kept-face.ts'
import { type FaceArea, faceKeyOf, isSameFace } from './face-vectors/face-area.ts'
import { readStatements } from './face-statements.ts'
import { foundFaces } from './found-faces.ts'
import { namedFacesOf } from './named-faces.ts'
import { readPeople } from './people-rows.ts'

const nearest = <Face extends FaceArea>(faces: readonly Face[], face: FaceArea): Face | undefined => {
  const far = (other: FaceArea) =>
    Math.hypot(
      other.x + other.width / 2 - face.x - face.width / 2,
      other.y + other.height / 2 - face.y - face.height / 2,
    )
  return faces.filter((other) => isSameFace(other, face)).toSorted((a, b) => far(a) - far(b))[0]
}

/** The details of each face found on a photo, in the order in which they were found. */
export function readPeopleOnPhoto({ db, faceVectors }: Pick<Context, 'db' | 'faceVectors'>, id: number): FaceOnPhoto[] {
  const found = foundFaces(db, id)
  if (found.length === 0) return []
  const named = namedFacesOf(db, id)
  const ignored = (readStatements(db, [id]).get(id) ?? []).filter(({ isIgnored }) => isIgnored)
  const kept = faceVectors.ofPhoto(id)
  const names = kept.some(({ suggestedId }) => suggestedId > 0)
    ? new Map(suggestedPeople(db).map((person) => [person.id, person.name]))
    : new Map<number, string>()
  return found.map((face) => {
    const name = nearest(named, face)
    return {
      key: faceKeyOf(face),
      name: name?.name ?? null,
      isFromFile: name?.isFromFile ?? false,
      isIgnored: nearest(ignored, face) !== undefined,
      suggestion: name === undefined ? suggestionOf(nearest(kept, face), names) : null,
    }
  })
}

const suggestedPeople = (db: Context['db']) => readPeople(db).filter(({ neverSuggest }) => !neverSuggest)

function suggestionOf(face: KeptFace | undefined, names: ReadonlyMap<number, string>): FaceOnPhoto['suggestion'] {
  const name = names.get(face?.suggestedId ?? 0)
  return face === undefined || face.personId !== 0 || name === undefined
    ? null
    : { name, score: scoreOf(face.likeness) }
}
