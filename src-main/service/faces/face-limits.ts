import { AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { MOST_FACES, type PeopleTotals, type PersonFaces } from '../ports/face-store.ts'

/** Maximum number of faces in one grouping: their similarity matrix takes 12 MB. */
export const MOST_GROUPED = 1000
/** Maximum number of names in one PUT. */
export const MOST_NAMES = 1000
const MOST_INDEXES = 50
const MOST_PEOPLE = 1000
/** Maximum number of faces per person; more do not improve recognition. */
const MOST_OF_PERSON = 100
/** Maximum number of faces in all indexes of an account; 4 KB each. */
const MOST_KEPT = 20_000
/** Maximum number of waiting groupings and trainings per account. */
export const MOST_WAITING = 100

/** Throws `bad-params` if an account may store no more. Faces that a person already has count again here. */
export function checkTotals(
  { indexes, hasIndex, faces, facesOf }: PeopleTotals,
  indexId: string,
  people: readonly PersonFaces[],
): void {
  if (!hasIndex && indexes >= MOST_INDEXES)
    throw refuse(`index_id is "${indexId}", a new one, and ${indexes} indexes are kept, the most there can be`)
  const names = new Set([...facesOf.keys(), ...people.map(({ name }) => name)])
  if (names.size > MOST_PEOPLE)
    throw refuse(`people: the index would have ${names.size} people; at most ${MOST_PEOPLE} are kept`)
  for (const { name, faces: added } of people)
    if ((facesOf.get(name) ?? 0) + added.length > MOST_OF_PERSON)
      throw refuse(`people: "${name}" would have more than ${MOST_OF_PERSON} faces, the most of one person`)
  const added = people.reduce((sum, person) => sum + person.faces.length, 0)
  if (faces + added > MOST_KEPT) throw refuse(`people: the indexes would hold more than ${MOST_KEPT} faces in all`)
}

const refuse = (problem: string) => new AppError('bad-params', `${problem}. Delete what is no longer needed.`)

export const tooManyWaiting = () =>
  new ServiceError(
    429,
    `${MOST_WAITING} groupings and trainings of this account wait already. Try again when some are done.`,
    { 'Retry-After': '10' },
  )

export const faceNotFound = (id: string) =>
  new ServiceError(404, `There is no face "${id.slice(0, 80)}". Take ids from faces/detections with return_face_id=1.`)

export const faceGone = (id: string) =>
  new ServiceError(
    410,
    `The face "${id.slice(0, 80)}" is gone: ids are kept for 24 hours, and the last ${MOST_FACES} of an account. Detect it again.`,
  )

export const peopleIndexNotFound = (indexId: string) =>
  new ServiceError(404, `There is no index of people "${indexId.slice(0, 80)}". PUT people into it first.`)
