import { pauseAfter, type Pauses } from '../../base/background/back-off.ts'

/** So many starts in a row that fail mean that the process cannot run at all. */
const MAX_FAILED_STARTS = 4
const LONGEST_PAUSE_MS = 30_000

/** When a process is started again after one has ended by itself. */
export class RestartPolicy {
  readonly #pauses: Pauses
  #failedStarts = 0

  /** The first pause is in milliseconds; it doubles with each start that fails, up to 30 s. */
  constructor(firstPauseMs: number) {
    this.#pauses = { firstMs: firstPauseMs, longestMs: LONGEST_PAUSE_MS }
  }

  /** A process answered: what failed before does not count any more. */
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
