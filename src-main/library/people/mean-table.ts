import { RowStore } from '../../indexes/scan/row-store.ts'

/** A member of a table and its mean likeness to the searched one. */
export type Alike = { id: number; likeness: number }

/** The stored data of some faces: the mean of their vectors, which is shorter than 1 if they differ. */
type Entry = { row: number; count: number; length: number }

/**
 * Means of the vectors of many sets of faces. The product of two means is the mean likeness over all pairs of faces of
 * both sets: average linkage without the faces, like the count and sum of each cluster in BIRCH (Zhang, Ramakrishnan
 * and Livny, SIGMOD 1996). Means are stored with 16 bits per number and scanned by their high bytes.
 */
export class MeanTable {
  readonly #rows: RowStore
  readonly #entries = new Map<number, Entry>()
  /** Ids by row. */
  readonly #ids: number[] = []
  readonly #lengths: number[] = []

  constructor(dimensions: number) {
    this.#rows = new RowStore(dimensions, true)
  }

  get size(): number {
    return this.#ids.length
  }

  /** Memory held by the vectors, in bytes. */
  get bytes(): number {
    return this.#rows.bytes
  }

  /** The number of faces in a set; 0 if it does not exist. */
  count(id: number): number {
    return this.#entries.get(id)?.count ?? 0
  }

  /** Adds a face, or the mean of several, to a set. */
  add(id: number, mean: Float32Array, count = 1): void {
    this.#change(id, mean, count)
  }

  /** Removes a face from a set; an empty set is deleted. */
  remove(id: number, vector: Float32Array): void {
    if (this.#entries.has(id)) this.#change(id, vector, -1)
  }

  /** Forgets a set. */
  drop(id: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    const last = this.#ids.length - 1
    const moved = this.#ids[last]!
    if (entry.row !== last) {
      this.#rows.move(last, entry.row)
      this.#ids[entry.row] = moved
      this.#lengths[entry.row] = this.#lengths[last]!
      this.#entries.get(moved)!.row = entry.row
    }
    this.#ids.pop()
    this.#lengths.pop()
    this.#entries.delete(id)
  }

  /** The mean of a set; undefined if it does not exist. */
  mean(id: number): Float32Array | undefined {
    const entry = this.#entries.get(id)
    return entry && this.#rows.read(entry.row).map((value) => value * entry.length)
  }

  /** The set most similar to a mean or a vector, without `except`; null in an empty table. */
  nearest(mean: Float32Array, except?: number): Alike | null {
    let best = -1
    let likeness = -Infinity
    this.#scan(mean, (row, value) => {
      if (value <= likeness || this.#ids[row] === except) return
      best = row
      likeness = value
    })
    return best < 0 ? null : { id: this.#ids[best]!, likeness }
  }

  /** Every set of at least this likeness to a mean or a vector, the most similar first. */
  alike(mean: Float32Array, min: number): Alike[] {
    const found: Alike[] = []
    this.#scan(mean, (row, likeness) => {
      if (likeness >= min) found.push({ id: this.#ids[row]!, likeness })
    })
    return found.sort((a, b) => b.likeness - a.likeness || a.id - b.id)
  }

  #scan(mean: Float32Array, visit: (row: number, likeness: number) => void): void {
    const { unit, length } = split(mean)
    this.#rows.scan(unit, this.#ids.length, (first, cosines) => {
      for (let i = 0; i < cosines.length; i++) visit(first + i, cosines[i]! * length * this.#lengths[first + i]!)
    })
  }

  #change(id: number, mean: Float32Array, count: number): void {
    const entry = this.#entries.get(id)
    const before = entry?.count ?? 0
    const after = before + count
    if (after <= 0) return this.drop(id)
    // Plain loops: opening a library adds a hundred thousand faces, and callbacks take ten times as long.
    const next = new Float32Array(mean.length)
    for (let i = 0; i < next.length; i++) next[i] = (mean[i]! * count) / after
    if (entry !== undefined) {
      const present = this.#rows.read(entry.row)
      const share = (entry.length * before) / after
      for (let i = 0; i < next.length; i++) next[i]! += present[i]! * share
    }
    const row = entry?.row ?? this.#ids.push(id) - 1
    const { unit, length } = split(next)
    this.#rows.write(row, unit)
    this.#lengths[row] = length
    this.#entries.set(id, { row, count: after, length })
  }
}

/** A vector as its direction and its length. */
function split(vector: Float32Array): { unit: Float32Array; length: number } {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  if (length === 0) return { unit: vector, length }
  const unit = new Float32Array(vector.length)
  for (let i = 0; i < unit.length; i++) unit[i] = vector[i]! / length
  return { unit, length }
}
