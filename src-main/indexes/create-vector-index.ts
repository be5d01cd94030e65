import { contentDistance, unlikenessOf, type DistanceOf } from './distances.ts'
import type { Hit, VectorIndex, VectorSearch } from './index-types.ts'
import { unitRow } from './scan/quantise.ts'
import { RowStore } from './scan/row-store.ts'

/**
 * Maximum candidates of the scan that are compared again. Only libraries of copies have more that tie within rounding.
 */
const MAX_RERANKED = 4096

type VectorIndexOptions = {
  /** Converts unlikeness to a distance; `contentDistance` when absent. */
  distance?: DistanceOf
  /**
   * Returns the exact vector of an id, for example from the catalogue. With it the index keeps one byte a number
   * instead of two, and reads a few hundred vectors for each search. An id without an exact vector is ranked by the
   * index's own bytes.
   */
  exact?: (id: number) => Float32Array | undefined
  /**
   * True if `exact` returns vectors at length 1, and `put` receives such vectors, too. They need not be copied for
   * comparisons: a million of them are then read three seconds sooner.
   */
  isExactUnit?: boolean
}

/** A vector index that reports its memory in bytes. */
type MeasuredIndex = VectorIndex & { bytes(): number }

/**
 * A vector index in memory: an int8 scan over all rows in WebAssembly SIMD, then exact re-ranking of the best. Vectors
 * are kept at length 1. Throws `bad-params` for vectors of another length or with values that are not numbers.
 */
export function createVectorIndex(dimensions: number, options: VectorIndexOptions = {}): MeasuredIndex {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536)
    throw new RangeError(`An index holds vectors of 1 to 65536 numbers, not ${dimensions}.`)
  return new ScannedIndex(dimensions, options)
}

class ScannedIndex implements MeasuredIndex {
  readonly dimensions: number
  readonly #options: VectorIndexOptions
  readonly #distance: DistanceOf
  readonly #rows: RowStore
  /** The id of each row. */
  readonly #ids: number[] = []
  readonly #rowOfId = new Map<number, number>()

  constructor(dimensions: number, options: VectorIndexOptions) {
    this.dimensions = dimensions
    this.#options = options
    this.#distance = options.distance ?? contentDistance
    this.#rows = new RowStore(dimensions, !options.exact)
  }

  get size(): number {
    return this.#ids.length
  }

  put(id: number, vector: Float32Array): void {
    const unit = this.#options.isExactUnit ? vector : unitRow(vector, this.dimensions)
    const row = this.#rowOfId.get(id) ?? this.#ids.length
    this.#rows.write(row, unit)
    this.#ids[row] = id
    this.#rowOfId.set(id, row)
  }

  remove(id: number): void {
    const row = this.#rowOfId.get(id)
    if (row === undefined) return
    this.#rowOfId.delete(id)
    const last = this.#ids.pop()!
    if (last === id) return
    this.#rows.move(this.#ids.length, row)
    this.#ids[row] = last
    this.#rowOfId.set(last, row)
  }

  get(id: number): Float32Array | undefined {
    const row = this.#rowOfId.get(id)
    return row === undefined ? undefined : this.#vectorOf(row)
  }

  search(query: Float32Array, search: VectorSearch): Hit[] {
    const unit = unitRow(query, this.dimensions)
    if (search.limit < 1 || this.#ids.length === 0) return []
    const hits = this.#scan(unit, search).map((row) => ({
      id: this.#ids[row]!,
      distance: this.#distance(unlikenessOf(unit, this.#vectorOf(row))),
    }))
    const near = hits.filter((hit) => hit.distance <= (search.maxDistance ?? 1))
    return near.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, search.limit)
  }

  near(query: Float32Array, maxDistance: number): number[] {
    const unit = unitRow(query, this.dimensions)
    const rows = this.#rows
    const found: number[] = []
    // Rows that are certain need no exact comparison; only the few others do.
    rows.scan(unit, this.#ids.length, (first, cosines) => {
      for (let i = 0; i < cosines.length; i++) {
        const [row, error] = [first + i, rows.errorOf(first + i)]
        if (this.#distance(Math.max(0, 1 - cosines[i]! - error)) > maxDistance) continue
        const isSure = this.#distance(1 - cosines[i]! + error) <= maxDistance
        if (isSure || this.#distance(unlikenessOf(unit, this.#vectorOf(row))) <= maxDistance)
          found.push(this.#ids[row]!)
      }
    })
    return found
  }

  bytes(): number {
    return this.#rows.bytes + this.#ids.length * 8
  }

  /** The rows that could be among the nearest. */
  #scan(query: Float32Array, { limit, allowed }: VectorSearch): number[] {
    const best = new BestRows(limit)
    const [rows, ids] = [this.#rows, this.#ids]
    rows.scan(query, ids.length, (first, cosines) => {
      for (let i = 0; i < cosines.length; i++) {
        const error = rows.errorOf(first + i)
        if (cosines[i]! + error >= best.floor && (!allowed || allowed.has(ids[first + i]!)))
          best.offer(first + i, cosines[i]!, error)
      }
    })
    return best.take(MAX_RERANKED)
  }

  #vectorOf(row: number): Float32Array {
    const exact = this.#options.exact?.(this.#ids[row]!)
    if (!exact) return this.#rows.read(row)
    return this.#options.isExactUnit ? exact : unitRow(exact, this.dimensions)
  }
}

// The best rows

/**
 * A row that could be among the best; `error`, at least 0, is the maximum difference of its true score from `score`.
 */
type Candidate = { row: number; score: number; error: number }

/** Collects the rows of a scan that could be among the best, given the error bound of each approximate score. */
class BestRows {
  readonly #limit: number
  readonly #lowest: number
  #candidates: Candidate[] = []
  #capacity: number
  #floor = -Infinity

  /** Selects the best `limit` rows, at least 1. Scores up to `lowest` are equally good. */
  constructor(limit: number, lowest = -Infinity) {
    this.#limit = limit
    this.#lowest = lowest
    this.#capacity = limit * 4
  }

  /** The `limit`-th best score at its worst: rows that cannot reach it even with their error need not be offered. */
  get floor(): number {
    return this.#floor
  }

  offer(row: number, score: number, error: number): void {
    this.#candidates.push({ row, score, error })
    if (this.#candidates.length >= this.#capacity) this.#prune()
  }

  /** Every row that the scan could not rule out, best first; at most `max`, or the limit if that is larger. */
  take(max: number): number[] {
    const candidates = this.all().sort((a, b) => b.score - a.score || a.row - b.row)
    return candidates.slice(0, Math.max(max, this.#limit)).map(({ row }) => row)
  }

  /** Every row that the scan could not rule out, in no order. */
  all(): Candidate[] {
    this.#prune()
    return this.#candidates
  }

  #prune(): void {
    const candidates = this.#candidates
    if (candidates.length < this.#limit) return
    const worst = Float64Array.from(candidates, ({ score, error }) => score - error).sort()
    const floor = worst[candidates.length - this.#limit]!
    if (floor <= this.#lowest) {
      this.#capacity = candidates.length * 2
      return
    }
    this.#floor = floor
    this.#candidates = candidates.filter(({ score, error }) => score + error >= floor)
    this.#capacity = Math.max(this.#limit * 4, this.#candidates.length * 2)
  }
}
