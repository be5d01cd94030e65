/**
 * Runs something at most once in `everyMs` milliseconds, and once more after the last call; it holds a timer only while
 * a run is due. Packages for this either run each call (p-throttle) or use the wall clock, which may be set back
 * (throttle-debounce, lodash).
 */
export class Throttle {
  readonly #run: () => void
  readonly #everyMs: number
  #timer: NodeJS.Timeout | null = null

  constructor(run: () => void, everyMs: number) {
    this.#run = run
    this.#everyMs = everyMs
  }

  /** Runs after `everyMs`; calls until then join that run. */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#run()
    }, this.#everyMs)
  }

  /** Drops the run that is due, if there is one. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
