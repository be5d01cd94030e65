/** Half a minute, as the status promises. */
const WINDOW_MS = 30_000
const MIN_SECONDS = 0.5

/** Counts and speed of the present batch: from when work last began until nothing is pending. */
export class BatchCounts {
  readonly #now: () => number
  #analysed = 0
  #failed = 0
  /** The counts of a finished batch stay visible until the next one starts. */
  #isFinished = true
  /** When the photos of the last half minute were done. */
  #times: number[] = []
  #since: number | null = null

  /** `now` gives milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get analysed(): number {
    return this.#analysed
  }

  get failed(): number {
    return this.#failed
  }

  /** Photos per second over the last half minute; 0 while too few are done. */
  get perSecond(): number {
    this.#times = this.#times.filter((time) => time > this.#now() - WINDOW_MS)
    if (this.#since === null || this.#times.length < 2) return 0
    const seconds = Math.min(WINDOW_MS, this.#now() - this.#since) / 1000
    return seconds < MIN_SECONDS ? 0 : this.#times.length / seconds
  }

  /** A photo is handed over; after a finished batch this starts a new one. */
  startPhoto(): void {
    if (this.#isFinished) [this.#analysed, this.#failed] = [0, 0]
    this.#isFinished = false
  }

  count(result: 'analysed' | 'failed'): void {
    if (result === 'analysed') this.#analysed += 1
    else this.#failed += 1
    this.#since ??= this.#now()
    this.#times.push(this.#now())
  }

  /** The queue was idle: that time does not count for its speed. */
  interrupt(): void {
    this.#times = []
    this.#since = null
  }

  /** Nothing is pending. */
  finish(): void {
    this.interrupt()
    this.#isFinished = true
  }
}
