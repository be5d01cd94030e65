const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Pauses that double from a second to a minute, until something goes well. */
export class GrowingPause {
  readonly #longestMs: number
  #next = FIRST_MS

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /** Milliseconds to wait now; the next pause is twice as long. */
  take(): number {
    const pause = this.#next
    this.#next = Math.min(this.#longestMs, pause * 2)
    return pause
  }
}
