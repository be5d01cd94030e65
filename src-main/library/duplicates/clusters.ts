import type { DuplicateKind } from '../../contract/library/duplicates.ts'

/** Photos that show the same. */
export type Cluster = { kind: DuplicateKind; ids: number[] }

const looseness: Readonly<Record<DuplicateKind, number>> = { equal: 0, same: 1, near: 2 }
const looser = (a: DuplicateKind, b: DuplicateKind): DuplicateKind => (looseness[a] >= looseness[b] ? a : b)

type AreFrames = (a: number, b: number) => boolean
type Marks = ReadonlyMap<number, readonly number[]>

/**
 * Photos that are put together step by step. Two photos with one mark, which a person said to be no duplicates, never
 * get into one cluster, nor two that `areFrames` tells to be different shots, unless their hashes say that they are equal.
 */
export class Clusters {
  readonly #of = new Map<number, Cluster>()
  readonly #marks: Marks

  readonly #areFrames: AreFrames

  constructor(marks: Marks, areFrames: AreFrames = () => false) {
    this.#marks = marks
    this.#areFrames = areFrames
  }

  /** Puts photos of one hash together, first come first served where marks keep them apart. */
  joinAll(ids: readonly number[], kind: DuplicateKind): void {
    const heads: number[] = []
    for (const id of ids) if (!heads.some((head) => this.#join(head, id, kind))) heads.push(id)
  }

  /** Puts photos of like pictures together; false where the two, or photos that are with them already, stay apart. */
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

  /** The photos that a photo is together with, itself among them. */
  clusterOf(id: number): Cluster {
    return this.#of.get(id) ?? { kind: 'equal', ids: [id] }
  }

  /** Those of two photos and more, the photos in the order of their ids. */
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
