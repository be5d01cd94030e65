import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import { meanOfFaces, recogniseFace, type RecognisedPerson } from '../../analysis/faces/recognise-face.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { PeopleIndex, PeopleStore, PersonCount, TrainedPerson } from '../ports/face-store.ts'
import { checkTotals, peopleIndexNotFound } from './face-limits.ts'
import type { KnownFaces } from './known-faces.ts'

/** Names of people, with ids of their faces. */
export type GivenPeople = ReadonlyMap<string, readonly string[]>
export type DescribedIndex = PeopleIndex & { people: PersonCount[] }

/** The accounts' indexes of people. Every call on an unknown index throws ServiceError 404. */
export class People {
  readonly #store: PeopleStore
  readonly #faces: KnownFaces
  readonly #now: () => number

  constructor(store: PeopleStore, faces: KnownFaces, now: () => number) {
    this.#store = store
    this.#faces = faces
    this.#now = now
  }

  /**
   * Adds faces to people, known after the next training. Throws ServiceError 404 or 410 for an unknown or expired id,
   * and `bad-params` beyond the limits; then nothing is added.
   */
  async add(owner: string, indexId: string, given: GivenPeople): Promise<void> {
    const ids = [...new Set([...given.values()].flat())]
    const found = new Map((await this.#faces.require(owner, ids)).map((face) => [face.id, face]))
    const people = [...given].map(([name, own]) => ({ name, faces: [...new Set(own)].map((id) => found.get(id)!) }))
    const at = { owner, indexId, now: this.#now() }
    await this.#store.add(at, people, (totals) => checkTotals(totals, indexId, people))
  }

  async describe(owner: string, indexId: string): Promise<DescribedIndex> {
    const index = await this.require(owner, indexId)
    return { ...index, people: await this.#store.people(owner, indexId) }
  }

  /** All people that the last training included, by how alike they are to a face, most alike first. */
  async recognise(owner: string, indexId: string, faceId: string): Promise<RecognisedPerson[]> {
    await this.require(owner, indexId)
    const [face] = (await this.#faces.require(owner, [faceId])) as [FaceVector]
    return recogniseFace(face.vector, await this.#store.trained(owner, indexId, face.modelId))
  }

  /**
   * Makes known what was added so far; recognition works as before until the switch at the end. Returns the numbers of
   * known people and faces; null if the index is gone.
   */
  async train(owner: string, indexId: string): Promise<{ people: number; faces: number } | null> {
    const index = await this.#store.find(owner, indexId)
    if (index === undefined) return null
    const trained: TrainedPerson[] = []
    for (const { name } of await this.#store.people(owner, indexId))
      trained.push(...summarise(name, await this.#store.facesOf(owner, indexId, name)))
    await this.#store.switchTo({ owner, indexId, now: this.#now(), changes: index.changes }, trained)
    return {
      people: new Set(trained.map(({ name }) => name)).size,
      faces: trained.reduce((sum, { faces }) => sum + faces, 0),
    }
  }

  /** Removes a person at once, from the added and from the known faces. */
  async removePerson(owner: string, indexId: string, name: string): Promise<void> {
    await this.require(owner, indexId)
    if (!(await this.#store.removePerson(owner, indexId, name)))
      throw new ServiceError(404, `person: the index has nobody called "${name.slice(0, 80)}".`)
  }

  async removeIndex(owner: string, indexId: string): Promise<void> {
    if (!(await this.#store.removeIndex(owner, indexId))) throw peopleIndexNotFound(indexId)
  }

  /** An existing index. */
  async require(owner: string, indexId: string): Promise<PeopleIndex> {
    const index = await this.#store.find(owner, indexId)
    if (index === undefined) throw peopleIndexNotFound(indexId)
    return index
  }
}

/** Faces of different models cannot be compared, so each model has its own mean. */
function summarise(name: string, faces: readonly FaceVector[]): TrainedPerson[] {
  return [...Map.groupBy(faces, ({ modelId }) => modelId)].map(([modelId, own]) => ({
    name,
    modelId,
    faces: own.length,
    mean: meanOfFaces(own.map(({ vector }) => vector)),
  }))
}
