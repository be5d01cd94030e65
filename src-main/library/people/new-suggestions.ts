import type { Catalog } from '../catalog/catalog.ts'
import type { FaceWithVector } from './rows/face-vectors/kept-face.ts'
import type { FaceGroups } from './face-groups.ts'
import type { KnownPeople } from './known-people.ts'
import { readFaceOwners, type FaceOwner } from './read-face-owners.ts'

/** Below this mean likeness no face of a group is one of a person's. */
const NEAR_PERSON = 0.4
/** Faces read into memory at a time. */
const PAGE = 50
/** Duration of a step, in milliseconds. */
const STEP_MS = 8

/** The group whose faces are being suggested, and the last face done. */
type Present = { groupId: number; after: { photoId: number; id: number } }

/**
 * Suggests faces again once people's faces have changed: person by person, and for each the groups near them, some
 * faces at a time. Waiting people are noted in the file of vectors, so that an interruption loses none.
 */
export class NewSuggestions {
  readonly #store: Catalog['people']
  /** People whose faces changed. */
  readonly #waiting = new Set<number>()
  /** The person for whom these groups are checked. */
  #personId: number | null = null
  readonly #groups = new Set<number>()
  #present: Present | null = null

  constructor(store: Catalog['people']) {
    this.#store = store
  }

  /** A person's faces changed, or they are suggested again or no longer. */
  add(personId: number): void {
    if (this.#waiting.has(personId)) return
    this.#waiting.add(personId)
    this.#store.vectors.noteChanged(personId)
  }

  /** Continues with people who waited when the program was stopped. */
  takeUp(): void {
    for (const id of this.#store.vectors.changed()) this.#waiting.add(id)
  }

  /** A group took over the faces of another. */
  join(into: number, from: number): void {
    if (this.#groups.delete(from) || this.#present?.groupId === from) this.#groups.add(into)
  }

  /** Works for some milliseconds; false if there is nothing to do. */
  step(people: KnownPeople, groups: FaceGroups | null): boolean {
    if (this.#present !== null) return this.#suggestSome(this.#present, people)
    const [groupId] = this.#groups
    if (groupId === undefined) return this.#nextPerson(people, groups)
    this.#groups.delete(groupId)
    this.#present = { groupId, after: { photoId: 0, id: 0 } }
    return true
  }

  #nextPerson(people: KnownPeople, groups: FaceGroups | null): boolean {
    if (this.#personId !== null && !this.#waiting.has(this.#personId)) this.#store.vectors.settleChanged(this.#personId)
    const [personId] = this.#waiting
    this.#personId = personId ?? null
    if (personId === undefined) return false
    this.#waiting.delete(personId)
    const mean = people.mean(personId)
    const near = mean === undefined ? [] : (groups?.alike(mean, NEAR_PERSON) ?? [])
    for (const id of [...near, ...this.#store.vectors.groupsSuggestedFor(personId)]) this.#groups.add(id)
    return true
  }

  #suggestSome({ groupId, after }: Present, people: KnownPeople): boolean {
    const until = performance.now() + STEP_MS
    const faces = this.#store.vectors.vectorsOfGroup(groupId, after, PAGE)
    const places: ReturnType<typeof suggestFace>[] = []
    for (const [photoId, some] of Map.groupBy(faces, (face) => face.photoId)) {
      const owners = readFaceOwners(this.#store, photoId, some)
      some.forEach((face, at) => places.push(suggestFace(face, owners[at]!, people)))
      if (performance.now() >= until) break
    }
    this.#store.vectors.place(places)
    const last = faces[places.length - 1]
    this.#present = last === undefined ? null : { groupId, after: { photoId: last.photoId, id: last.id } }
    return true
  }
}

const suggestFace = ({ id, groupId, vector }: FaceWithVector, { refused }: FaceOwner, people: KnownPeople) => ({
  id,
  personId: 0,
  groupId,
  ...people.suggest(vector, refused),
})
