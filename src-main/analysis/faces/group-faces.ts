import { likenessOf, SAME_PERSON } from './likeness.ts'

/** Pairwise likeness of faces: `values` is symmetric, row-major, `count` by `count`. */
export type LikenessTable = { count: number; values: Float32Array }

/** Faces by their indexes: groups of at least two, and the others. Both ascend by their first index. */
export type FaceGroups = { groups: number[][]; ungrouped: number[] }

/**
 * Compares each face with all others. Yields once for each face, so that the caller may do other work: a row of 1000
 * faces takes about a millisecond.
 */
export function* compareFaces(vectors: readonly Float32Array[]): Generator<undefined, LikenessTable> {
  const count = vectors.length
  const values = new Float32Array(count * count)
  for (let row = 0; row < count; row++) {
    for (let other = 0; other < row; other++)
      values[row * count + other] = values[other * count + row] = likenessOf(vectors[row]!, vectors[other]!)
    yield undefined
  }
  return { count, values }
}

/**
 * Groups faces by person: hierarchical clustering by average linkage (Sokal and Michener, 1958; used for albums by
 * Savchenko, PeerJ Computer Science 5:e197, 2019), with nearest-neighbour chains (Murtagh, 1983). Time and memory grow
 * with the square of the number of faces. Two groups are merged while the mean likeness of their faces is at least
 * `min`. The same faces in the same order give the same groups.
 */
export function groupFaces(table: LikenessTable, min = SAME_PERSON): FaceGroups {
  const { count } = table
  const values = Float64Array.from(table.values)
  const members = Array.from({ length: count }, (_, face) => [face])
  const open = new Set(members.keys())
  let chain: number[] = []
  while (open.size > 1) {
    if (chain.length === 0) chain = [open.values().next().value!]
    const last = chain.at(-1)!
    const nearest = nearestOf(last, open, { count, values }, chain.at(-2))
    if (values[last * count + nearest]! < min) {
      // an average never exceeds its parts, so nothing will ever join this group
      open.delete(last)
      chain.pop()
    } else if (nearest === chain.at(-2)) {
      chain.length -= 2
      merge(nearest, last, { count, values, members, open })
    } else chain.push(nearest)
  }
  const found = members.filter((faces) => faces.length > 0).map((faces) => faces.sort((a, b) => a - b))
  found.sort(([a], [b]) => a! - b!)
  return {
    groups: found.filter(({ length }) => length > 1),
    ungrouped: found.filter(({ length }) => length === 1).map(([face]) => face!),
  }
}

type Likenesses = { count: number; values: Float64Array }

/** The group most similar to this one; in a tie the previous one in the chain, or the first, so that chains end. */
function nearestOf(of: number, open: ReadonlySet<number>, { count, values }: Likenesses, before?: number): number {
  let nearest = before ?? -1
  for (const other of open)
    if (other !== of && (nearest < 0 || values[of * count + other]! > values[of * count + nearest]!)) nearest = other
  return nearest
}

type Clustering = Likenesses & { members: number[][]; open: Set<number> }

/** Merges a group into another; likenesses to the others become means over all pairs of faces. */
function merge(into: number, from: number, { count, values, members, open }: Clustering): void {
  const [a, b] = [members[into]!.length, members[from]!.length]
  open.delete(from)
  for (const other of open) {
    const mean = (a * values[into * count + other]! + b * values[from * count + other]!) / (a + b)
    values[into * count + other] = values[other * count + into] = mean
  }
  members[into]!.push(...members[from]!)
  members[from] = []
}
