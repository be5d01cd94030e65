export type Pauses = { firstMs: number; longestMs: number }

/** Milliseconds to wait after this many failures in a row, at least 1: doubled each time, up to the longest pause. */
export const pauseAfter = (failures: number, { firstMs, longestMs }: Pauses): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))

/** Pauses that double from a second to a minute, until something succeeds. */
export class GrowingPause {
  readonly #pauses: Pauses
  #failures = 0

  constructor({ firstMs = 1_000, longestMs = 60_000 }: Partial<Pauses> = {}) {
    this.#pauses = { firstMs, longestMs }
  }

  /** Milliseconds to wait now; the next pause is twice as long. */
  take(): number {
    this.#failures += 1
    return pauseAfter(this.#failures, this.#pauses)
  }
}
