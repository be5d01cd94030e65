import { setImmediate } from 'node:timers/promises'
import { dot } from '../../analysis/vectors/unit-vector.ts'
import { contentDistance, type DistanceOf, unlikenessOf } from '../distances.ts'
import type { AllowedIds, Hit, VectorIndex, VectorSearch } from '../index-types.ts'
import { IdBits } from '../id-bits.ts'
import { unitRow } from '../scan/quantise.ts'
import { learnBasis, runThrough } from './basis.ts'
import { BlockScan, type RowVisitor } from './block-scan.ts'
import { FLOATS_AT_ONCE, instantiateDots, type DotsKernel } from './dots-kernel.ts'
import { Rotation } from './rotation.ts'
import { RowBlocks } from './row-blocks.ts'
import { BLOCK_GROUPS, BLOCK_ROWS, layOut, type Parts } from './row-layout.ts'
import { RowNumbers } from './row-numbers.ts'
import { GROUP_ROWS } from './sign-sums.ts'
import { scratchBytesOf } from './scan-places.ts'
import type { VectorSlots } from './vector-slots.ts'

/** Numbers of a head: an eighth of the vector's, within bounds; each takes a byte. */
const headOf = (dimensions: number): number => Math.max(1, Math.min(65, Math.floor(dimensions / 2)))
/** Ids added between two pauses for other work. */
const SLICE = 20_000

export type CodedIndexOptions = {
  dimensions: number
  /** The full vector of an id at length 1, also by its row; undefined if it is gone by now. */
  exact: (id: number, row: number) => Float32Array | undefined
  /** Compares full vectors faster than through `exact`: slots of a file, for the rows of this index. */
  kept?: () => KeptVectors | null
  /** Converts unlikeness to a distance; `contentDistance` when absent. */
  distance?: DistanceOf
  /** Learned from vectors like those to come. Without it the index is correct but slower. */
  heads?: HeadRows | undefined
}

/** Slots of full vectors, and whether an id's is still its own. */
export type KeptVectors = { slots: Pick<VectorSlots, 'prepare' | 'unlikeness'>; isOwn: (id: number) => boolean }

/** The directions in which vectors differ most: orthonormal rows from `learnHeads`. */
export type HeadRows = readonly Float32Array[]

/**
 * Learns the directions that make an index of such vectors fast; a thousand vectors are enough. Yields between slices
 * of work.
 */
export const learnHeads = (sample: readonly Float32Array[], dimensions: number): Generator<void, HeadRows> =>
  learnBasis(
    sample.map((vector) => unitRow(vector, dimensions)),
    dimensions,
    headOf(dimensions),
  )

type Comparison = (row: number, max: number) => number
type Wanted = {
  floor: () => number
  allowed?: AllowedIds | undefined
  /** Number of groups of rows, the most promising ones, that are compared first. */
  first?: number
  raise?: () => void
}

/**
 * Exact nearest neighbours from short codes: a byte for each of the 64 directions in which photos differ most, and one
 * bit for every number of the rest. Both have error bounds. Full vectors are read only for the few hundred rows that
 * these bounds leave in question. Throws `bad-params` for vectors of another length or with values that are not
 * numbers. Ids are whole numbers from 0 to 2^32 - 1.
 */
export class CodedIndex implements VectorIndex {
  readonly dimensions: number
  readonly #exact: CodedIndexOptions['exact']
  readonly #distance: DistanceOf
  readonly #coder: Coder
  readonly #blocks: RowBlocks
  readonly #scan: BlockScan
  readonly #kept: () => KeptVectors | null
  readonly #rows = new RowNumbers()
  readonly #learned: Float32Array
  #removals = 0

  constructor({ dimensions, exact, kept = () => null, distance = contentDistance, heads }: CodedIndexOptions) {
    if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536)
      throw new RangeError(`An index holds vectors of 1 to 65536 numbers, not ${dimensions}.`)
    const rows = heads ?? runThrough(learnHeads([], dimensions))
    this.dimensions = dimensions
    this.#learned = new Float32Array(rows.length * dimensions)
    rows.forEach((row, at) => this.#learned.set(row, at * dimensions))
    this.#exact = exact
    this.#distance = distance
    this.#coder = new Coder(rows, dimensions)
    const layout = layOut(dimensions, rows.length)
    this.#kept = kept
    this.#blocks = new RowBlocks(layout, scratchBytesOf(layout))
    this.#scan = new BlockScan(this.#blocks.memory, layout, 0, this.#blocks.at)
  }

  get size(): number {
    return this.#rows.size
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.#blocks.bytes + this.#rows.bytes
  }

  /** How often an id was removed; only removals move rows. */
  get removals(): number {
    return this.#removals
  }

  idOf(row: number): number {
    return this.#rows.idOf(row)
  }

  /** Makes room for exactly this many rows, with none in reserve. */
  reserve(rows: number): void {
    this.#blocks.reserve(rows)
    this.#rows.reserve(rows)
  }

  /** Everything kept of the first rows, as bytes: learned directions, ids, codes. Valid until a row is put. */
  views(rows: number): [learned: Uint8Array, ids: Uint8Array, codes: Uint8Array] {
    return [new Uint8Array(this.#learned.buffer), this.#rows.view(rows), this.#blocks.view(rows)]
  }

  /** Assigns ids to the rows that were filled through `views`, in slices of work. */
  async adopt(ids: Uint32Array): Promise<void> {
    for (let row = 0; row < ids.length; row++) {
      this.#rows.add(ids[row]!)
      if (row % SLICE === SLICE - 1) await setImmediate()
    }
  }

  put(id: number, vector: Float32Array): void {
    const parts = this.#coder.divide(unitRow(vector, this.dimensions))
    this.#blocks.write(this.#rows.add(id), parts)
  }

  remove(id: number): void {
    const removed = this.#rows.remove(id)
    if (removed === undefined) return
    this.#removals++
    if (removed.row !== removed.last) this.#blocks.move(removed.last, removed.row)
  }

  get(id: number): Float32Array | undefined {
    const row = this.#rows.rowOf(id)
    return row === undefined ? undefined : this.#exact(id, row)?.slice()
  }

  search(query: Float32Array, { limit, maxDistance = 1, allowed }: VectorSearch): Hit[] {
    const unit = unitRow(query, this.dimensions)
    if (limit < 1 || this.size === 0) return []
    const best = new OpenRows(limit, 1 - this.#unlikenessBelow(this.#distance(2)))
    const farthest = 1 - this.#unlikenessAt(maxDistance)
    const unlikenessTo = remembered(this.#comparison(unit))
    const wanted = {
      floor: () => Math.max(best.floor, farthest),
      allowed,
      first: 4 * limit,
      raise: () => best.settle((row) => 1 - unlikenessTo(row, Infinity)),
    }
    this.#estimate(unit, wanted, (row, cosine, error) => {
      if (cosine + error >= best.floor) best.offer(row, cosine, error)
    })
    const { rows, most } = best.byPromise()
    const inQuestion = {
      count: rows.length,
      idAt: (n: number) => this.#rows.idOf(rows[n]!),
      leastAt: (n: number) => this.#distance(1 - most[n]!),
    }
    let [asked, unlikenessAsked] = [Infinity, Infinity]
    const hits = nearestOf(inQuestion, limit, (n, maxDistance) => {
      // Computing the unlikeness takes a while, and an older bound is only greater.
      if (n % 16 === 0 && maxDistance !== asked)
        [asked, unlikenessAsked] = [maxDistance, this.#unlikenessAt(maxDistance)]
      return this.#distanceAt(unlikenessTo(rows[n]!, unlikenessAsked))
    })
    return hits.filter(({ distance }) => distance <= maxDistance)
  }

  near(query: Float32Array, maxDistance: number): number[] {
    const unit = unitRow(query, this.dimensions)
    const found: number[] = []
    const farthest = 1 - this.#unlikenessAt(maxDistance)
    const unlikenessTo = this.#comparison(unit)
    const max = this.#unlikenessAt(maxDistance)
    this.#estimate(unit, { floor: () => farthest }, (row, cosine, error) => {
      if (this.#distance(1 - cosine - error) > maxDistance) return
      const isSure = this.#distance(1 - cosine + error) <= maxDistance
      if (isSure || this.#distanceAt(unlikenessTo(row, max)) <= maxDistance) found.push(this.#rows.idOf(row))
    })
    return found
  }

  /** Calls `visit` with an estimated cosine and its error bound for all wanted rows. */
  #estimate(unit: Float32Array, { allowed, first = 0, ...wanted }: Wanted, visit: RowVisitor): void {
    this.#scan.prepare(this.#coder.divide(unit))
    const isMasked = allowed instanceof IdBits
    const mask = isMasked ? this.#maskOf(allowed) : undefined
    const isAsked: RowVisitor = (row, cosine, error) => {
      if (allowed!.has(this.#rows.idOf(row))) visit(row, cosine, error)
    }
    const visitor = allowed === undefined || isMasked ? visit : isAsked
    this.#scan.sweep({ rows: this.size, mask, first, ...wanted }, visitor)
  }

  /** The bits of the rows with allowed ids. */
  #maskOf(allowed: IdBits): Uint16Array {
    const { size } = this
    const mask = new Uint16Array(Math.ceil(size / BLOCK_ROWS) * BLOCK_GROUPS)
    for (let row = 0; row < size; row++)
      if (allowed.has(this.#rows.idOf(row))) mask[Math.floor(row / GROUP_ROWS)]! |= 1 << (row % GROUP_ROWS)
    return mask
  }

  /** Returns a row's unlikeness to a vector; Infinity if it exceeds `max` or the vector is not available. */
  #comparison(unit: Float32Array): Comparison {
    const kept = this.#kept()
    kept?.slots.prepare(unit)
    return (row, max) => {
      const id = this.#rows.idOf(row)
      const unlikeness = kept?.isOwn(id) ? kept.slots.unlikeness(row, id, max) : undefined
      if (unlikeness !== undefined) return unlikeness
      const vector = this.#exact(id, row)
      return vector === undefined ? Infinity : unlikenessOf(unit, vector)
    }
  }

  #distanceAt(unlikeness: number): number {
    return unlikeness === Infinity ? Infinity : this.#distance(unlikeness)
  }

  /** The greatest unlikeness that a distance allows. */
  #unlikenessAt(maxDistance: number): number {
    return lastOf((unlikeness) => this.#distance(unlikeness) <= maxDistance)
  }

  /** The greatest unlikeness that is still nearer than a distance. */
  #unlikenessBelow(distance: number): number {
    return lastOf((unlikeness) => this.#distance(unlikeness) < distance)
  }
}

/** Caches complete comparisons, so that each row is compared to the end only once. */
function remembered(comparison: Comparison): Comparison {
  const known = new Map<number, number>()
  return (row, max) => {
    const unlikeness = known.get(row) ?? comparison(row, max)
    if (max === Infinity) known.set(row, unlikeness)
    return unlikeness
  }
}

/** The greatest value from 0 to 2 for which a condition holds, given that it stays false once it is. */
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

/** Rows in question, the most promising first: their ids, and the least possible distance of each. */
type InQuestion = { count: number; idAt: (n: number) => number; leastAt: (n: number) => number }

/**
 * The nearest of the rows in question, by distance and then by id. Compares the most promising first, until no other
 * can be nearer than what was found. `distanceAt` compares a row's full vector; it may return Infinity for a distance
 * greater than `max`.
 */
function nearestOf(rows: InQuestion, limit: number, distanceAt: (n: number, max: number) => number): Hit[] {
  const hits: Hit[] = []
  let worst: Hit = { id: Infinity, distance: Infinity }
  for (let at = 0; at < rows.count; at++) {
    const min = rows.leastAt(at)
    if (min > worst.distance) break
    const id = rows.idAt(at)
    if (min === worst.distance && id > worst.id) continue
    const hit = { id, distance: distanceAt(at, worst.distance) }
    if (hit.distance === Infinity || !isBefore(hit, worst)) continue
    if (hits.length === limit) hits.pop()
    hits.splice(placeOf(hits, hit), 0, hit)
    if (hits.length === limit) worst = hits[limit - 1]!
  }
  return hits
}

const isBefore = (a: Hit, b: Hit): boolean => a.distance < b.distance || (a.distance === b.distance && a.id < b.id)

/** Position of a hit among sorted ones. */
function placeOf(hits: readonly Hit[], hit: Hit): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(hits[middle]!, hit)) low = middle + 1
    else high = middle
  }
  return low
}

const MIN_CAPACITY = 1024
/** Rounding error of a true score. */
const TRUE_ERROR = 2e-6
/** Scores are sorted in whole steps: as many as a number holds exactly beside the index of a row. */
const [STEPS, PLACES] = [2 ** 26, 2 ** 25]

/**
 * The rows that could be among the best, given an estimate of each score (-2 to 2) and its error bound. Plain arrays,
 * since each search has thousands of rows.
 */
class OpenRows {
  readonly #limit: number
  readonly #lowest: number
  #rows = new Int32Array(MIN_CAPACITY)
  #scores = new Float64Array(MIN_CAPACITY)
  #errors = new Float64Array(MIN_CAPACITY)
  #count = 0
  #capacity: number
  #floor = -Infinity

  /** Selects the best `limit` rows, at least 1. Scores up to `lowest` are equally good. */
  constructor(limit: number, lowest = -Infinity) {
    this.#limit = limit
    this.#lowest = lowest
    this.#capacity = Math.max(MIN_CAPACITY, limit * 4)
  }

  /** The `limit`-th best score at its worst: rows that cannot reach it even with their error need not be offered. */
  get floor(): number {
    return this.#floor
  }

  offer(row: number, score: number, error: number): void {
    if (this.#count === this.#rows.length) this.#grow()
    this.#rows[this.#count] = row
    this.#scores[this.#count] = score
    this.#errors[this.#count++] = error
    if (this.#count >= this.#capacity) this.#prune()
  }

  /** Replaces the best estimates by true scores, which raises the floor; a row without one gets minus infinity. */
  settle(scoreOf: (row: number) => number): void {
    const min = kthOf(this.#scores.slice(0, this.#count), this.#limit)
    for (let n = 0, left = this.#limit; n < this.#count && left > 0; n++) {
      if (this.#scores[n]! < min) continue
      this.#scores[n] = scoreOf(this.#rows[n]!)
      this.#errors[n] = TRUE_ERROR
      left--
    }
    this.#prune()
  }

  /** Every row that could not be ruled out, with its best possible score, the most promising first. */
  byPromise(): { rows: Int32Array; most: Float64Array } {
    this.#prune()
    const count = this.#count
    const order = new Float64Array(count)
    // A score is rounded up to a step, so that no row comes after one with a lower bound.
    for (let n = 0; n < count; n++) order[n] = -stepOf(this.#scores[n]! + this.#errors[n]!) * PLACES + n
    order.sort()
    const [rows, most] = [new Int32Array(count), new Float64Array(count)]
    for (let at = 0; at < count; at++) {
      const step = Math.ceil(-order[at]! / PLACES)
      rows[at] = this.#rows[order[at]! + step * PLACES]!
      most[at] = step / STEPS - 2
    }
    return { rows, most }
  }

  #prune(): void {
    const count = this.#count
    const [rows, scores, errors] = [this.#rows, this.#scores, this.#errors]
    if (count < this.#limit) return
    const worst = new Float64Array(count)
    for (let n = 0; n < count; n++) worst[n] = scores[n]! - errors[n]!
    const floor = kthOf(worst, this.#limit)
    if (floor <= this.#lowest) {
      this.#capacity = count * 2
      return
    }
    this.#floor = Math.max(this.#floor, floor)
    let kept = 0
    for (let n = 0; n < count; n++) {
      if (scores[n]! + errors[n]! < this.#floor) continue
      rows[kept] = rows[n]!
      scores[kept] = scores[n]!
      errors[kept++] = errors[n]!
    }
    this.#count = kept
    this.#capacity = Math.max(MIN_CAPACITY, this.#limit * 4, kept * 2)
  }

  #grow(): void {
    const larger = <A extends Int32Array | Float64Array>(values: A): A => {
      const copy = new (values.constructor as new (length: number) => A)(values.length * 2)
      copy.set(values)
      return copy
    }
    this.#rows = larger(this.#rows)
    this.#scores = larger(this.#scores)
    this.#errors = larger(this.#errors)
  }
}

/** A score of at least -2 in steps, rounded up. */
const stepOf = (score: number): number => Math.ceil((Math.max(-2, Math.min(2, score)) + 2) * STEPS)

/** The k-th greatest number; minus infinity if there are fewer. Sorts the array. */
const kthOf = (values: Float64Array, k: number): number => values.sort()[values.length - k] ?? -Infinity

// Vectors in parts

const PAGE = 65_536
const SEED = 113

const padded = (count: number): number => Math.ceil(count / FLOATS_AT_ONCE) * FLOATS_AT_ONCE

/** Divides vectors into the parts that an index of codes keeps. The next call overwrites the returned parts. */
export class Coder {
  readonly #rotation: Rotation
  readonly #dots: DotsKernel
  /** In this order: the vector, its head, the basis, the rotated basis by columns, and the output of the rest. */
  readonly #vector: Float32Array
  readonly #head: Float32Array
  readonly #basis: Float32Array
  readonly #columns: Float32Array
  readonly #along: Float32Array
  readonly #rest: Float32Array

  /** `basis` holds orthonormal rows, each as long as the vectors. */
  constructor(basis: readonly Float32Array[], dimensions: number) {
    this.#rotation = new Rotation(dimensions, SEED)
    const [size, length] = [padded(basis.length), padded(dimensions)]
    const sizes = [length, size, basis.length * length, dimensions * size, length]
    const pages = Math.ceil((sizes.reduce((sum, count) => sum + count) * 4) / PAGE)
    const memory = new WebAssembly.Memory({ initial: pages, maximum: PAGE })
    this.#dots = instantiateDots(memory)
    let at = 0
    const places = sizes.map((count) => new Float32Array(memory.buffer, (at += count) * 4 - count * 4, count))
    ;[this.#vector, this.#head, this.#basis, this.#columns, this.#along] = places as Tuple
    this.#rest = new Float32Array(dimensions)
    this.#place(basis, length, size)
  }

  /** Divides a vector of length 1. */
  divide(unit: Float32Array): Parts {
    const rest = this.#rest
    this.#vector.set(unit)
    this.#multiply(this.#vector, this.#basis, this.#head)
    this.#multiply(this.#head, this.#columns, this.#along)
    rest.set(unit)
    this.#rotation.apply(rest)
    for (let i = 0; i < rest.length; i++) rest[i]! -= this.#along[i]!
    const size = this.#basis.length / this.#vector.length
    return { head: this.#head.subarray(0, size), rest, restLength: Math.sqrt(dot(rest, rest)) }
  }

  #place(basis: readonly Float32Array[], length: number, size: number): void {
    basis.forEach((row, at) => {
      this.#basis.set(row, at * length)
      const turned = row.slice()
      this.#rotation.apply(turned)
      turned.forEach((value, i) => (this.#columns[i * size + at] = value))
    })
  }

  #multiply(vector: Float32Array, rows: Float32Array, out: Float32Array): void {
    const count = rows.length / vector.length
    this.#dots(vector.byteOffset, rows.byteOffset, vector.byteLength, count, out.byteOffset)
  }
}

type Tuple = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array]
