const MIN_CAPACITY = 1024
/** Rounding error of a true score. */
const TRUE_ERROR = 2e-6
/** Scores are sorted in whole steps: as many as a number holds exactly beside the index of a row. */
const [STEPS, PLACES] = [2 ** 26, 2 ** 25]

/**
 * The rows that could be among the best, given an estimate of each score (-2 to 2) and its error bound. Plain arrays,
 * since each search has thousands of rows.
 */
export class OpenRows {
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
    const least = kthOf(this.#scores.slice(0, this.#count), this.#limit)
    for (let n = 0, left = this.#limit; n < this.#count && left > 0; n++) {
      if (this.#scores[n]! < least) continue
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
