import type { Catalog } from '../catalog/catalog.ts'
import type { FaceWithVector } from './rows/face-vectors/kept-face.ts'
import type { DueFaces } from './rows/people-store.ts'
import { FaceGroups } from './face-groups.ts'
import { KnownPeople, nobody } from './known-people.ts'
import { NewSuggestions } from './new-suggestions.ts'
import { readFaceOwners, type FaceOwner } from './read-face-owners.ts'

/** Faces read into memory at a time. */
const PAGE = 50
/** Faces of a joined group that are moved at a time. */
const MOVED = 200
/** Duration of a step, in milliseconds: windows are served in between. */
const STEP_MS = 8

type Store = Catalog['people']
/** A photo whose faces are being placed, and the remaining ones. */
type Placing = { due: DueFaces; faces: { kept: FaceWithVector; owners: FaceOwner }[] }

/**
 * Updates groups and suggestions in short steps. First it reads known faces; then it places faces of changed photos,
 * joins groups that grew, and suggests faces again for people whose faces changed. Results are written at once and
 * remaining work is noted, so that an interruption loses at most a step.
 */
export class PeopleGrouping {
  readonly #store: Store
  #suggestions: NewSuggestions
  /** The model of the vectors held; null before the first step. */
  #modelId: string | null = null
  #groups: FaceGroups | null = null
  #people: KnownPeople | null = null
  #placing: Placing | null = null
  /** The last face read; null when all are. */
  #read: number | null = 0
  /** Groups being joined, as long as both have faces. */
  #joining: { into: number; from: number } | null = null
  #grouped = 0

  constructor(store: Store) {
    this.#store = store
    this.#suggestions = new NewSuggestions(store)
  }

  /** Memory held by means of vectors, in bytes. */
  get bytes(): number {
    return this.#groups?.bytes ?? 0
  }

  /** Whether it is still reading known faces. */
  get isReading(): boolean {
    return this.#read !== null
  }

  /** Photos whose faces were placed since it began. */
  get grouped(): number {
    return this.#grouped
  }

  /** Resets the counts, and reads who is never suggested now. */
  begin(): void {
    this.#grouped = 0
    if (this.#read === null) this.#noteSilent()
  }

  /** Works for some milliseconds; false if there is nothing to do. */
  step(): boolean {
    this.#checkModel()
    if (this.#read !== null) return this.#readSome(this.#read)
    if (this.#joining !== null) return this.#moveSome(this.#joining)
    if (this.#placeSome()) return true
    if (this.#groups?.hasGrown === true) return this.#joinSome(this.#groups)
    return this.#people !== null && this.#suggestions.step(this.#people, this.#groups)
  }

  /** Begins again when vectors of a new model replaced those held here: they cannot be compared. */
  #checkModel(): void {
    const modelId = this.#store.vectors.modelId()
    if (modelId === this.#modelId) return
    this.#modelId = modelId
    this.#suggestions = new NewSuggestions(this.#store)
    this.#groups = null
    this.#people = null
    this.#placing = null
    this.#read = 0
    this.#joining = null
  }

  #readSome(after: number): boolean {
    const faces = this.#store.vectors.page(after, PAGE)
    const gone = this.#removeGone(faces)
    for (const face of faces) if (!gone.has(face.photoId)) this.#restore(face)
    this.#read = faces.at(-1)?.id ?? null
    if (this.#read !== null) return true
    this.#noteSilent()
    this.#suggestions.takeUp()
    return true
  }

  /** Removes faces of photos that left the library while this file was away, as after restoring a backup. */
  #removeGone(faces: readonly FaceWithVector[]): ReadonlySet<number> {
    const gone = new Set(this.#store.unknownPhotos(faces.map(({ photoId }) => photoId)))
    if (gone.size > 0) this.#store.vectors.remove([...gone])
    return gone
  }

  #noteSilent(): void {
    for (const id of this.#people?.setSilent(new Set(this.#store.silent())) ?? []) this.#suggestions.add(id)
  }

  #restore({ personId, groupId, vector }: FaceWithVector): void {
    const { groups, people } = this.#tables(vector.length)
    if (personId > 0) people.add(personId, vector)
    else if (personId === 0 && groupId > 0) groups.restore(groupId, vector)
  }

  #tables(dimensions: number): { groups: FaceGroups; people: KnownPeople } {
    const groups = (this.#groups ??= new FaceGroups(dimensions))
    if (this.#people === null) {
      this.#people = new KnownPeople(dimensions)
      this.#noteSilent()
    }
    return { groups, people: this.#people }
  }

  /** Places faces for some milliseconds: each is compared with all groups. */
  #placeSome(): boolean {
    const until = performance.now() + STEP_MS
    const done: DueFaces[] = []
    do {
      const next = (this.#placing ??= this.#nextPhoto(done))
      if (next === null) break
      const face = next.faces.shift()
      if (face !== undefined) this.#store.vectors.place([this.#placeFace(face.kept, face.owners)])
      if (next.faces.length > 0) continue
      done.push(next.due)
      this.#placing = null
    } while (performance.now() < until)
    this.#store.settle(done)
    this.#grouped += done.length
    return done.length > 0 || this.#placing !== null
  }

  /** The next photo with its faces and their owners. */
  #nextPhoto(done: readonly DueFaces[]): Placing | null {
    const due = this.#store.due(done.length + 1).find(({ photoId }) => !done.some((each) => each.photoId === photoId))
    if (due === undefined) return null
    const faces = this.#store.vectors.vectorsOfPhoto(due.photoId)
    const owners = readFaceOwners(this.#store, due.photoId, faces)
    return { due, faces: faces.map((kept, place) => ({ kept, owners: owners[place]! })) }
  }

  #placeFace(face: FaceWithVector, owners: FaceOwner) {
    const { groups, people } = this.#tables(face.vector.length)
    const { id, vector } = face
    if (face.personId > 0 && face.personId !== owners.personId) {
      people.remove(face.personId, vector)
      this.#suggestions.add(face.personId)
    }
    if (face.personId === 0 && face.groupId > 0 && owners.personId !== 0) groups.remove(face.groupId, vector)
    if (owners.personId > 0 && face.personId !== owners.personId) {
      people.add(owners.personId, vector)
      this.#suggestions.add(owners.personId)
    }
    if (owners.personId !== 0) return { id, personId: owners.personId, groupId: 0, ...nobody }
    const isGrouped = face.personId === 0 && face.groupId > 0
    const groupId = isGrouped ? face.groupId : groups.add(id, vector)
    return { id, personId: 0, groupId, ...people.suggest(vector, owners.refused) }
  }

  #joinSome(groups: FaceGroups): boolean {
    this.#joining = groups.joinNext()
    if (this.#joining === null) return true
    const { into, from } = this.#joining
    this.#suggestions.join(into, from)
    return true
  }

  #moveSome({ into, from }: { into: number; from: number }): boolean {
    if (!this.#store.vectors.joinGroups(into, from, MOVED)) this.#joining = null
    return true
  }
}
