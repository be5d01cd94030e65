import type { DuplicateKind } from '../../contract/library/duplicates.ts'

/** Photos that show the same. */
export type Cluster = { kind: DuplicateKind; ids: number[] }

const looseness: Readonly<Record<DuplicateKind, number>> = { equal: 0, same: 1, near: 2 }
const looser = (a: DuplicateKind, b: DuplicateKind): DuplicateKind => (looseness[a] >= looseness[b] ? a : b)

type AreFrames = (a: number, b: number) => boolean
type Marks = ReadonlyMap<number, readonly number[]>

/**
 * Joins photos step by step. Two photos with one mark, which a person declared no duplicates, never get into one
 * cluster, nor two that `areFrames` finds to be different shots, unless their hashes are equal.
 */
export class Clusters {
  readonly #of = new Map<number, Cluster>()
  readonly #marks: Marks

  readonly #areFrames: AreFrames

  constructor(marks: Marks, areFrames: AreFrames = () => false) {
    this.#marks = marks
    this.#areFrames = areFrames
  }

  /** Joins photos of one hash, first come first served if marks keep them apart. */
  joinAll(ids: readonly number[], kind: DuplicateKind): void {
    const heads: number[] = []
    for (const id of ids) if (!heads.some((head) => this.#join(head, id, kind))) heads.push(id)
  }

  /** Joins photos with similar pictures; false if the two, or photos already joined with them, must stay apart. */
  join(a: number, b: number, kind: DuplicateKind): boolean {
    const [one, other] = [this.clusterOf(a), this.clusterOf(b)]
    if (one !== other && one.ids.some((id) => other.ids.some((each) => this.#areFrames(id, each)))) return false
    return this.#join(a, b, kind)
  }

  #join(a: number, b: number, kind: DuplicateKind): boolean {
    const [to, from] = [this.clusterOf(a), this.clusterOf(b)]
    if (to === from) return true
    if (this.#areApart(to, from)) return false
    to.kind = looser(looser(to.kind, from.kind), kind)
    to.ids.push(...from.ids)
    for (const id of from.ids) this.#of.set(id, to)
    this.#of.set(a, to)
    return true
  }

  /** All photos joined with a photo, itself included. */
  clusterOf(id: number): Cluster {
    return this.#of.get(id) ?? { kind: 'equal', ids: [id] }
  }

  /** Clusters of two photos and more, the photos in the order of their ids. */
  all(): Cluster[] {
    return [...new Set(this.#of.values())]
      .filter(({ ids }) => ids.length > 1)
      .map(({ kind, ids }) => ({ kind, ids: [...ids].sort((a, b) => a - b) }))
  }

  #areApart(a: Cluster, b: Cluster): boolean {
    if (this.#marks.size === 0) return false
    const marks = new Set(a.ids.flatMap((id) => this.#marks.get(id) ?? []))
    return marks.size > 0 && b.ids.some((id) => this.#marks.get(id)?.some((mark) => marks.has(mark)))
  }
}
