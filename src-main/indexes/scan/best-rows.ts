/** A row that could be among the best; `error` is how far its true score may be from `score`, at least 0. */
type Candidate = { row: number; score: number; error: number }

/**
 * Collects the rows of a scan that could be among the best, given how far each approximate score may be from the true
 * one.
 */
export class BestRows {
  readonly #limit: number
  #candidates: Candidate[] = []
  #capacity: number
  #floor = -Infinity

  /** Wants the best `limit` rows, at least 1. */
  constructor(limit: number) {
    this.#limit = limit
    this.#capacity = limit * 4
  }

  /** Scores that cannot reach this with their error need not be offered: the `limit`-th best score at its worst. */
  get floor(): number {
    return this.#floor
  }

  offer(row: number, score: number, error: number): void {
    this.#candidates.push({ row, score, error })
    if (this.#candidates.length >= this.#capacity) this.#prune()
  }

  /** Every row that the scan could not rule out, best first; at most `max`, or the limit where that is larger. */
  take(max: number): number[] {
    this.#prune()
    this.#candidates.sort((a, b) => b.score - a.score || a.row - b.row)
    return this.#candidates.slice(0, Math.max(max, this.#limit)).map(({ row }) => row)
  }

  #prune(): void {
    const candidates = this.#candidates
    if (candidates.length < this.#limit) return
    const worst = Float64Array.from(candidates, ({ score, error }) => score - error).sort()
    const floor = worst[candidates.length - this.#limit]!
    this.#floor = floor
    this.#candidates = candidates.filter(({ score, error }) => score + error >= floor)
    this.#capacity = Math.max(this.#limit * 4, this.#candidates.length * 2)
  }
}
