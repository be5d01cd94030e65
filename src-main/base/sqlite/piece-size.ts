type Limits = {
  /** Rows of the first piece, and of the smallest and largest one. */
  first: number
  least: number
  most: number
  /** How long a piece is to take, in milliseconds. */
  targetMs?: number
}

/** Windows wait for a piece at most, and then for their own answer: together that stays below a tenth of a second. */
const TARGET_MS = 25
/** One piece says little of the next: a disk is busy for a moment, or an index is merged. */
const MOST_GROWTH = 1.5
const MOST_SHRINKING = 4

/**
 * How many rows the next piece of long work takes, so that each takes about as long as is wanted: a row costs little in
 * a small library, and a hundred times as much where it is read from the disk.
 */
export class PieceSize {
  readonly #limits: Required<Limits>
  #size: number

  constructor(limits: Limits) {
    this.#limits = { targetMs: TARGET_MS, ...limits }
    this.#size = limits.first
  }

  /** Rows of the next piece. */
  get next(): number {
    return this.#size
  }

  /** Does a piece of so many rows, which says how large the next one is. */
  measure<T>(rows: number, work: () => T): T {
    const began = performance.now()
    const result = work()
    this.note(rows, performance.now() - began)
    return result
  }

  /** A piece of so many rows took so many milliseconds. */
  note(rows: number, ms: number): void {
    const { least, most, targetMs } = this.#limits
    if (rows < this.next && ms < targetMs) return // nothing more was left to do
    const wanted = (rows * targetMs) / Math.max(ms, 0.001)
    const near = Math.min(this.#size * MOST_GROWTH, Math.max(this.#size / MOST_SHRINKING, wanted))
    this.#size = Math.round(Math.min(most, Math.max(least, near)))
  }
}
