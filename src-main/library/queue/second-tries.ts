import { availableParallelism, loadavg } from 'node:os'

const FIRST_PAUSE_MS = 10 * 60_000
const MAX_PAUSE_MS = 24 * 60 * 60_000
/** A busy machine is checked again after this time. */
const BUSY_MS = 60_000

export type SecondTriesOptions = {
  /** The number of photos that failed for lack of memory or time. */
  count(): number
  /** Makes those photos pending again. */
  retry(): void
  /** The catalogue could not be read or written. */
  onError(error: unknown): void
  /** Whether the machine has room for work that failed before. */
  isQuiet?: () => boolean
}

/**
 * Retries photos that failed for lack of memory or time, since a busy machine may be idle later. While the analysis has
 * nothing else to do, they are tried again after ten minutes, and after pauses that double up to a day if some fail
 * again. Each start of the program begins with the first pause.
 */
export class SecondTries {
  readonly #options: Required<SecondTriesOptions>
  #pauseMs = FIRST_PAUSE_MS
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: SecondTriesOptions) {
    this.#options = { isQuiet: isMachineQuiet, ...options }
  }

  /** The analysis has nothing to do; may be called any number of times. */
  noteIdle(): void {
    if (this.#isClosed || this.#timer !== null) return
    try {
      if (this.#options.count() === 0) this.#pauseMs = FIRST_PAUSE_MS
      else this.#waitFor(this.#pauseMs)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #waitFor(ms: number): void {
    this.#timer = setTimeout(() => this.#try(), ms).unref()
  }

  #try(): void {
    this.#timer = null
    if (!this.#options.isQuiet()) return this.#waitFor(BUSY_MS)
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS)
    try {
      this.#options.retry()
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** Half of the processors were idle in the last minute. Windows has no such figure and counts as idle. */
const isMachineQuiet = (): boolean => loadavg()[0]! < availableParallelism() / 2
