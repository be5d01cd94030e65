/**
 * A row that could be among the best; `error`, at least 0, is the maximum difference of its true score from `score`.
 */
export type Candidate = { row: number; score: number; error: number }

/** Collects the rows of a scan that could be among the best, given the error bound of each approximate score. */
export class BestRows {
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
