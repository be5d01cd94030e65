/** Looking costs this part of the time at most. */
const SHARE = 0.05
const MIN_PAUSE_MS = 10_000

/** How long to wait after a look that took so many milliseconds. */
export function pauseAfter(scanMs: number): number {
  return Math.max(MIN_PAUSE_MS, Math.round((scanMs * (1 - SHARE)) / SHARE))
}

/** Looks again and again, seldom enough for what a look costs: a slow share with many photos is not kept busy. */
export class Polling {
  readonly #scan: () => Promise<number>
  readonly #pauseAfter: (scanMs: number) => number
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  /** Begins with a pause; `look` must not reject, and resolves with the milliseconds it took. */
  constructor(scan: () => Promise<number>, pause = pauseAfter) {
    this.#scan = scan
    this.#pauseAfter = pause
    this.#schedule(0)
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(scanMs: number): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#run(), this.#pauseAfter(scanMs))
  }

  async #run(): Promise<void> {
    this.#schedule(await this.#scan())
  }
}
