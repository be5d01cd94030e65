import { AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { MAX_FACES, type PeopleTotals, type PersonFaces } from '../ports/face-store.ts'

/** Maximum number of faces in one grouping: their similarity matrix takes 12 MB. */
export const MAX_GROUPED = 1000
/** Maximum number of names in one PUT. */
export const MAX_NAMES = 1000
const MAX_INDEXES = 50
const MAX_PEOPLE = 1000
/** Maximum number of faces per person; more do not improve recognition. */
const MAX_FACES_PER_PERSON = 100
/** Maximum number of faces in all indexes of an account; 4 KB each. */
const MAX_KEPT_FACES = 20_000
/** Maximum number of waiting groupings and trainings per account. */
export const MAX_WAITING = 100

/** Throws `bad-params` if an account may store no more. Faces that a person already has count again here. */
export function checkTotals(
  { indexes, hasIndex, faces, facesOf }: PeopleTotals,
  indexId: string,
  people: readonly PersonFaces[],
): void {
  if (!hasIndex && indexes >= MAX_INDEXES)
    throw refuse(`index_id is "${indexId}", a new one, and ${indexes} indexes are kept, the most there can be`)
  const names = new Set([...facesOf.keys(), ...people.map(({ name }) => name)])
  if (names.size > MAX_PEOPLE)
    throw refuse(`people: the index would have ${names.size} people; at most ${MAX_PEOPLE} are kept`)
  for (const { name, faces: added } of people)
    if ((facesOf.get(name) ?? 0) + added.length > MAX_FACES_PER_PERSON)
      throw refuse(`people: "${name}" would have more than ${MAX_FACES_PER_PERSON} faces, the most of one person`)
  const added = people.reduce((sum, person) => sum + person.faces.length, 0)
  if (faces + added > MAX_KEPT_FACES)
    throw refuse(`people: the indexes would hold more than ${MAX_KEPT_FACES} faces in all`)
}

const refuse = (problem: string) => new AppError('bad-params', `${problem}. Delete what is no longer needed.`)

export const tooManyWaiting = () =>
  new ServiceError(
    429,
    `${MAX_WAITING} groupings and trainings of this account wait already. Try again when some are done.`,
    { 'Retry-After': '10' },
  )

export const faceNotFound = (id: string) =>
  new ServiceError(404, `There is no face "${id.slice(0, 80)}". Take ids from faces/detections with return_face_id=1.`)

export const faceGone = (id: string) =>
  new ServiceError(
    410,
    `The face "${id.slice(0, 80)}" is gone: ids are kept for 24 hours, and the last ${MAX_FACES} of an account. Detect it again.`,
  )

export const peopleIndexNotFound = (indexId: string) =>
  new ServiceError(404, `There is no index of people "${indexId.slice(0, 80)}". PUT people into it first.`)
