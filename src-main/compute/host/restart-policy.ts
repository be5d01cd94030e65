import { pauseAfter, type Pauses } from '../../base/background/back-off.ts'

/** After this many failed starts in a row the process counts as unable to run at all. */
const MAX_FAILED_STARTS = 4
const MAX_PAUSE_MS = 30_000

/** Decides when a process that ended by itself is started again. */
export class RestartPolicy {
  readonly #pauses: Pauses
  #failedStarts = 0

  /** The first pause is in milliseconds; it doubles with each failed start, up to 30 s. */
  constructor(firstPauseMs: number) {
    this.#pauses = { firstMs: firstPauseMs, longestMs: MAX_PAUSE_MS }
  }

  /** A process answered: earlier failures no longer count. */
  noteAnswer(): void {
    this.#failedStarts = 0
  }

  /** A process ended by itself. */
  noteEnd({ hadStarted }: { hadStarted: boolean }): { pauseMs: number; isHopeless: boolean } {
    this.#failedStarts = hadStarted ? 0 : this.#failedStarts + 1
    const isHopeless = this.#failedStarts >= MAX_FAILED_STARTS
    if (isHopeless) this.#failedStarts = 0
    return { isHopeless, pauseMs: pauseAfter(this.#failedStarts + 1, this.#pauses) }
  }
}
