import { SAME_PERSON } from '../../analysis/faces/likeness.ts'
import { MeanTable } from './mean-table.ts'

/** A group is compared with the others again once it has grown by this factor. */
const GROWN = 1.5

/**
 * Groups similar faces, one face after another: a face joins the group whose faces it resembles most on average, from
 * `min` on, or begins a group; single faces join groups that have become sufficiently similar. That is
 * average linkage (Sokal and Michener, 1958), as in `analysis/faces/group-faces.ts` for some thousand faces at once,
 * without the table of all pairs: earlier faces stay grouped, and a new face costs one scan of the groups.
 */
export class FaceGroups {
  readonly #groups: MeanTable
  readonly #min: number
  /** Groups that grew, and the number of their faces when they were last compared with the others. */
  readonly #grown = new Set<number>()
  readonly #compared = new Map<number, number>()

  constructor(dimensions: number, min = SAME_PERSON) {
    this.#groups = new MeanTable(dimensions)
    this.#min = min
  }

  get size(): number {
    return this.#groups.size
  }

  get bytes(): number {
    return this.#groups.bytes
  }

  /** Whether groups must be compared. */
  get hasGrown(): boolean {
    return this.#grown.size > 0
  }

  /** Adds a face that is already in a group. */
  restore(groupId: number, vector: Float32Array): void {
    this.#groups.add(groupId, vector)
  }

  /** The group that a face joins; a new group has the face's id. */
  add(faceId: number, vector: Float32Array): number {
    const nearest = this.#groups.nearest(vector)
    const groupId = nearest !== null && nearest.likeness >= this.#min ? nearest.id : faceId
    this.#groups.add(groupId, vector)
    const count = this.#groups.count(groupId)
    if (count > 1 && count >= (this.#compared.get(groupId) ?? 1) * GROWN) this.#grown.add(groupId)
    return groupId
  }

  remove(groupId: number, vector: Float32Array): void {
    this.#groups.remove(groupId, vector)
    if (this.#groups.count(groupId) === 0) this.#forget(groupId)
  }

  /** Groups so similar to a person that a face of them may be theirs. */
  alike(mean: Float32Array, min: number): number[] {
    return this.#groups.alike(mean, min).map(({ id }) => id)
  }

  /**
   * Compares one of the grown groups with the others; returns the two that were joined, or null if they stay separate.
   */
  joinNext(): { into: number; from: number } | null {
    const [id] = this.#grown
    if (id === undefined) return null
    this.#grown.delete(id)
    const mean = this.#groups.mean(id)
    if (mean === undefined) return null
    this.#compared.set(id, this.#groups.count(id))
    const nearest = this.#nearestToJoin(id, mean)
    if (nearest === undefined) return null
    const isLarger = this.#groups.count(nearest.id) > this.#groups.count(id)
    const [into, from] = isLarger ? [nearest.id, id] : [id, nearest.id]
    this.#groups.add(into, this.#groups.mean(from)!, this.#groups.count(from))
    this.#groups.drop(from)
    this.#forget(from)
    this.#grown.add(into)
    return { into, from }
  }

  /**
   * The most similar group that may be joined. Two groups of several faces each are never joined automatically: one
   * wrong pair would mix all photos of two people, which nobody can separate again. A person joins them by name.
   */
  #nearestToJoin(id: number, mean: Float32Array): { id: number } | undefined {
    const isSingle = this.#groups.count(id) === 1
    return this.#groups
      .alike(mean, this.#min)
      .find((other) => other.id !== id && (isSingle || this.#groups.count(other.id) === 1))
  }

  #forget(id: number): void {
    this.#grown.delete(id)
    this.#compared.delete(id)
  }
}
