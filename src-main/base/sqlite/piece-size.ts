type Limits = {
  /** Rows of the first piece; minimum and maximum rows of a piece. */
  first: number
  min: number
  max: number
  /** Wanted duration of a piece, in milliseconds. */
  targetMs?: number
}

/** Windows wait for at most one piece, then for their own answer: together that stays below a tenth of a second. */
const TARGET_MS = 25
/** One piece says little about the next: a disk is busy for a moment, or an index is merged. */
const MAX_GROWTH = 1.5
const MAX_SHRINKING = 4

/**
 * Sizes the pieces of long work in rows, so that each piece takes about the wanted time. A row costs little in a small
 * library, and a hundred times as much if it is read from the disk.
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

  /** Runs a piece of `rows` rows, and adapts the size of the next one to its duration. */
  measure<T>(rows: number, work: () => T): T {
    const began = performance.now()
    const result = work()
    this.note(rows, performance.now() - began)
    return result
  }

  /** Adapts the size of the next piece: `rows` rows took `ms` milliseconds. */
  note(rows: number, ms: number): void {
    const { min, max, targetMs } = this.#limits
    if (rows < this.next && ms < targetMs) return // the work had no more rows
    const wanted = (rows * targetMs) / Math.max(ms, 0.001)
    const near = Math.min(this.#size * MAX_GROWTH, Math.max(this.#size / MAX_SHRINKING, wanted))
    this.#size = Math.round(Math.min(max, Math.max(min, near)))
  }
}
