const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/**
 * What it means to the queue that nothing can be done, such as saving on a full disk or starting a process: it holds,
 * and tries again after pauses that double from a second to a minute. Photos in progress at the same time fail
 * together, and count as one.
 */
export class Retries {
  readonly #retry: () => void
  #timer: NodeJS.Timeout | null = null
  #pauseMs = FIRST_PAUSE_MS
  #problem: string | null = null
  #isClosed = false

  /** `retry` is called at the end of each pause. */
  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** Why nothing can be done, as a sentence for the person; null while all goes well. */
  get problem(): string | null {
    return this.#problem
  }

  get isPausing(): boolean {
    return this.#timer !== null
  }

  noteFailure(problem: string): void {
    if (this.#isClosed) return
    this.#problem = problem
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#retry()
    }, this.#pauseMs)
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2)
  }

  noteSuccess(): void {
    this.endPause()
    this.#problem = null
    this.#pauseMs = FIRST_PAUSE_MS
  }

  /** A person asks for a try at once. */
  endPause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  close(): void {
    this.#isClosed = true
    this.endPause()
  }
}
