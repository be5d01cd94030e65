import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { contentDistance, type DistanceOf, unlikenessOf } from '../distances.ts'
import type { AllowedIds, Hit, VectorIndex, VectorSearch } from '../index-types.ts'
import { BestRows } from '../scan/best-rows.ts'
import { unitRow } from '../scan/quantise.ts'
import { RowStore } from '../scan/row-store.ts'
import { learnBasis, runThrough } from './basis.ts'
import { Coder } from './coder.ts'
import { nearestOf } from './nearest.ts'
import { RowNumbers } from './row-numbers.ts'
import { ROWS_AT_ONCE, SignRows } from './sign-rows.ts'

/** Numbers of a head: an eighth of the vector's, within bounds; each takes a byte. */
const headOf = (dimensions: number): number => Math.max(1, Math.min(64, Math.floor(dimensions / 2)))
/** Ids that are added between two breaks for other work. */
const SLICE = 20_000
/** What sums of 32-bit floats lose. */
const ROUNDING = 2e-6

export type CodedIndexOptions = {
  dimensions: number
  /** The full vector of an id at length 1, also by its row; undefined where it is gone meanwhile. */
  exact: (id: number, row: number) => Float32Array | undefined
  /** How unlikeness becomes a distance; `contentDistance` when absent. */
  distance?: DistanceOf
  /** What was learned from vectors like those to come; without it the index is right, but slower. */
  heads?: HeadRows | undefined
}

/** The directions in which vectors differ most: orthonormal rows, as `learnHeads` makes them. */
export type HeadRows = readonly Float32Array[]

/** Learns what makes an index of such vectors fast; a thousand are enough. Yields between slices of work. */
export const learnHeads = (sample: readonly Float32Array[], dimensions: number): Generator<void, HeadRows> =>
  learnBasis(
    sample.map((vector) => unitRow(vector, dimensions)),
    dimensions,
    headOf(dimensions),
  )

type Wanted = { floor: () => number; allowed?: AllowedIds | undefined }
type OpenRows = { restLength: number; least: number; allowed: AllowedIds | undefined }

/**
 * Exact nearest neighbours from short codes: a byte for each of the 64 directions in which photos differ most, and one
 * bit for every number of the rest. Both say how far they may be off; full vectors are read only of rows that this
 * leaves in question, a few hundred. Throws `bad-params` on vectors of another length or with values that are no
 * numbers. Ids are whole numbers from 0 to 2^32 - 1.
 */
export class CodedIndex implements VectorIndex {
  readonly dimensions: number
  readonly #exact: CodedIndexOptions['exact']
  readonly #distance: DistanceOf
  readonly #coder: Coder
  readonly #heads: RowStore
  readonly #rests: SignRows
  readonly #rows = new RowNumbers()
  readonly #learned: Float32Array
  #removals = 0

  constructor({ dimensions, exact, distance = contentDistance, heads }: CodedIndexOptions) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536)
      throw new AppError('bad-params', `An index holds vectors of 1 to 65536 numbers, not ${dimensions}.`)
    const rows = heads ?? runThrough(learnHeads([], dimensions))
    this.dimensions = dimensions
    this.#learned = new Float32Array(rows.length * dimensions)
    rows.forEach((row, at) => this.#learned.set(row, at * dimensions))
    this.#exact = exact
    this.#distance = distance
    this.#coder = new Coder(rows, dimensions)
    this.#heads = new RowStore(rows.length, false)
    this.#rests = new SignRows(dimensions, dimensions - rows.length)
  }

  get size(): number {
    return this.#rows.size
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.#heads.bytes + this.#rests.bytes + this.#rows.bytes
  }

  /** How often an id was removed: rows move only then. */
  get removals(): number {
    return this.#removals
  }

  idOf(row: number): number {
    return this.#rows.idOf(row)
  }

  /** Makes room for so many rows, so that none is held in reserve. */
  reserve(rows: number): void {
    this.#heads.reserve(rows)
    this.#rests.reserve(rows)
    this.#rows.reserve(rows)
  }

  /** All that is kept of the first rows, as bytes: learned directions, ids, heads, rests. Valid until a row is put. */
  views(rows: number): Uint8Array[] {
    const learned = new Uint8Array(this.#learned.buffer)
    return [learned, this.#rows.view(rows), ...this.#heads.views(rows), ...this.#rests.views(rows)]
  }

  /** Gives the rows that were filled through `views` their ids, in slices of work. */
  async adopt(ids: Uint32Array): Promise<void> {
    for (let row = 0; row < ids.length; row++) {
      this.#rows.add(ids[row]!)
      if (row % SLICE === SLICE - 1) await setImmediate()
    }
  }

  put(id: number, vector: Float32Array): void {
    const { head, rest, restLength } = this.#coder.divide(unitRow(vector, this.dimensions))
    const row = this.#rows.add(id)
    this.#heads.write(row, head)
    this.#rests.write(row, rest, restLength)
  }

  remove(id: number): void {
    const removed = this.#rows.remove(id)
    if (removed === undefined) return
    this.#removals++
    if (removed.row === removed.last) return
    this.#heads.move(removed.last, removed.row)
    this.#rests.move(removed.last, removed.row)
  }

  get(id: number): Float32Array | undefined {
    const row = this.#rows.rowOf(id)
    return row === undefined ? undefined : this.#exact(id, row)?.slice()
  }

  search(query: Float32Array, { limit, maxDistance = 1, allowed }: VectorSearch): Hit[] {
    const unit = unitRow(query, this.dimensions)
    if (limit < 1 || this.size === 0) return []
    const best = new BestRows(limit, 1 - this.#unlikenessBelow(this.#distance(2)))
    const farthest = 1 - this.#unlikenessAt(maxDistance)
    const floor = () => Math.max(best.floor, farthest)
    this.#estimate(unit, { floor, allowed }, (row, cosine, error) => {
      if (cosine + error >= best.floor) best.offer(row, cosine, error)
    })
    const inQuestion = best.all().map(({ row, score, error }) => ({
      id: this.#rows.idOf(row),
      least: this.#distance(1 - score - error),
    }))
    const hits = nearestOf(inQuestion, limit, (id) => this.#distanceTo(unit, id))
    return hits.filter(({ distance }) => distance <= maxDistance)
  }

  near(query: Float32Array, maxDistance: number): number[] {
    const unit = unitRow(query, this.dimensions)
    const found: number[] = []
    const farthest = 1 - this.#unlikenessAt(maxDistance)
    this.#estimate(unit, { floor: () => farthest }, (row, cosine, error) => {
      const id = this.#rows.idOf(row)
      if (this.#distance(1 - cosine - error) > maxDistance) return
      const isSure = this.#distance(1 - cosine + error) <= maxDistance
      if (isSure || this.#distanceTo(unit, id) <= maxDistance) found.push(id)
    })
    return found
  }

  /**
   * Calls `visit` with an estimated cosine and how far it may be off for all allowed rows whose cosine may reach the
   * floor, which is asked once for some thousand rows. Of rows whose head rules that out nothing else is read.
   */
  #estimate(
    unit: Float32Array,
    { floor, allowed }: Wanted,
    visit: (row: number, cosine: number, error: number) => void,
  ): void {
    const { head, rest, restLength } = this.#coder.divide(unit)
    const rests = this.#rests
    rests.prepare(rest, restLength)
    const [rows, products] = [new Int32Array(ROWS_AT_ONCE), new Float32Array(ROWS_AT_ONCE)]
    this.#heads.scan(head, this.size, (first, cosines) => {
      const least = floor()
      const open = rows.subarray(0, this.#listOpen(first, cosines, { restLength, least, allowed }, rows))
      rests.estimate(open, products)
      for (let i = 0; i < open.length; i++) {
        const row = open[i]!
        const cosine = cosines[row - first]! + products[i]!
        const error = this.#heads.errorOf(row) + ROUNDING
        // Most rows are ruled out by a greater error that takes no root.
        if (cosine + rests.mostErrorOf(row) + error >= least) visit(row, cosine, rests.errorOf(row) + error)
      }
    })
  }

  /** Lists the allowed rows of a block that may reach the least cosine, as their heads tell it; how many there are. */
  #listOpen(first: number, cosines: Float32Array, { restLength, least, allowed }: OpenRows, out: Int32Array): number {
    const [lengths, scales] = [this.#rests.lengths, this.#heads.scales]
    const levels = this.#heads.errorLevels
    let count = 0
    for (let i = 0; i < cosines.length; i++) {
      const row = first + i
      if (cosines[i]! + restLength * lengths[row]! + levels * scales[row]! + ROUNDING < least) continue
      if (allowed === undefined || allowed.has(this.#rows.idOf(row))) out[count++] = row
    }
    return count
  }

  #distanceTo(unit: Float32Array, id: number): number {
    const vector = this.#exact(id, this.#rows.rowOf(id)!)
    return vector === undefined ? Infinity : this.#distance(unlikenessOf(unit, vector))
  }

  /** The greatest unlikeness that a distance allows. */
  #unlikenessAt(maxDistance: number): number {
    return lastOf((unlikeness) => this.#distance(unlikeness) <= maxDistance)
  }

  /** The least unlikeness from which on nothing is farther than a distance. */
  #unlikenessBelow(distance: number): number {
    return lastOf((unlikeness) => this.#distance(unlikeness) < distance)
  }
}

/** Up to where from 0 to 2 something holds that holds no more once it does not. */
function lastOf(holds: (unlikeness: number) => boolean): number {
  let [low, high] = [0, 2]
  if (holds(high)) return high
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return high
}
