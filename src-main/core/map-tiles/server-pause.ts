import type { TileState } from '../../contract/library/map-tiles.ts'
import type { TileFailure } from './tile-failure.ts'

const MAX_GROWN_MS = 10 * 60_000

/** Leaves a server alone after a failure, the longer the more follow each other. Times are milliseconds since 1970. */
export class ServerPause {
  readonly #now: () => number
  #problem = ''
  #until = 0
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get isHeld(): boolean {
    return this.#now() < this.#until
  }

  get state(): TileState {
    return { problem: this.#problem, retryAt: this.#until === 0 ? null : this.#until }
  }

  /** Requests that were under way together fail together: the first one counts. */
  fail({ message, pauseMs, grows }: TileFailure): void {
    if (this.isHeld) return
    const grown = pauseMs * 2 ** this.#failures++
    this.#problem = message
    this.#until = this.#now() + (grows ? Math.max(pauseMs, Math.min(MAX_GROWN_MS, grown)) : pauseMs)
  }

  /** Something to know that is no reason to wait. */
  note(problem: string): void {
    this.reset()
    this.#problem = problem
  }

  reset(): void {
    this.#problem = ''
    this.#until = 0
    this.#failures = 0
  }
}
