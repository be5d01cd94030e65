const SMALLEST = 1024
/** What rounding takes of a true score. */
const TRUE_ERROR = 2e-6

/**
 * The rows that could be among the best, given an estimate of each one's score and how far that may be off: plain arrays,
 * since there are thousands in each search.
 */
export class OpenRows {
  readonly #limit: number
  readonly #lowest: number
  #rows = new Int32Array(SMALLEST)
  #scores = new Float64Array(SMALLEST)
  #errors = new Float64Array(SMALLEST)
  #count = 0
  #capacity: number
  #floor = -Infinity

  /** Wants the best `limit` rows, at least 1. Scores up to `lowest` are as good as each other. */
  constructor(limit: number, lowest = -Infinity) {
    this.#limit = limit
    this.#lowest = lowest
    this.#capacity = Math.max(SMALLEST / 4, limit * 2)
  }

  /** Scores that cannot reach this with their error need not be offered: the `limit`-th best score at its worst. */
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
    const order = Array.from({ length: this.#count }, (_, n) => n).sort((a, b) => this.#scores[b]! - this.#scores[a]!)
    for (const n of order.slice(0, this.#limit)) {
      this.#scores[n] = scoreOf(this.#rows[n]!)
      this.#errors[n] = TRUE_ERROR
    }
    this.#prune()
  }

  /** Every row that could not be ruled out with the best score that it may have, the most promising first. */
  byPromise(): { rows: Int32Array; most: Float64Array } {
    this.#prune()
    const count = this.#count
    const most = Float64Array.from({ length: count }, (_, n) => this.#scores[n]! + this.#errors[n]!)
    const order = Array.from(most.keys()).sort((a, b) => most[b]! - most[a]!)
    return { rows: Int32Array.from(order, (n) => this.#rows[n]!), most: Float64Array.from(order, (n) => most[n]!) }
  }

  #prune(): void {
    const count = this.#count
    const [rows, scores, errors] = [this.#rows, this.#scores, this.#errors]
    if (count < this.#limit) return
    const worst = new Float64Array(count)
    for (let n = 0; n < count; n++) worst[n] = scores[n]! - errors[n]!
    const floor = worst.sort()[count - this.#limit]!
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
    this.#capacity = Math.max(SMALLEST / 4, this.#limit * 2, kept * 2)
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
