/** Maximum share of time spent on scans. */
const SHARE = 0.05
const MIN_PAUSE_MS = 10_000

/** The pause after a scan of `scanMs` milliseconds. */
export function pauseAfter(scanMs: number): number {
  return Math.max(MIN_PAUSE_MS, Math.round((scanMs * (1 - SHARE)) / SHARE))
}

/** Scans at intervals that grow with a scan's duration, so that a slow share with many photos is not kept busy. */
export class Polling {
  readonly #scan: () => Promise<number>
  readonly #pauseAfter: (scanMs: number) => number
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  /** Begins with a pause; `scan` must not reject, and resolves with its duration in milliseconds. */
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
