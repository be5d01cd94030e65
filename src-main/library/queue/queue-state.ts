import { isDiskFull, messageOf } from '../../contract/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'

/** Whether the person let the queue run, paused it, or cancelled its photos. */
export type QueueDecision = 'running' | 'paused' | 'cancelled'

const STATE_KEY = 'analysis.queue'

/** Whether the queue may run: the person's decision, saved with the library, and the program's present state. */
export class QueueState {
  readonly #settings: Pick<Catalog['settings'], 'getState' | 'setState'>
  readonly #log: Log
  #decision: QueueDecision
  #isStarted = false
  #isClosed = false
  #holds = 0

  constructor(settings: Pick<Catalog['settings'], 'getState' | 'setState'>, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#decision = (settings.getState(STATE_KEY) ?? 'running') as QueueDecision
  }

  get decision(): QueueDecision {
    return this.#decision
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get mayRun(): boolean {
    return this.#isStarted && !this.#isClosed && this.#holds === 0 && this.#decision === 'running'
  }

  /** Saves a decision. If the disk is full, it is valid until the program ends. */
  decide(decision: QueueDecision): void {
    this.#decision = decision
    try {
      this.#settings.setState(STATE_KEY, decision === 'running' ? null : decision)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#log.warn('Whether the queue runs could not be saved; it holds until the program ends', {
        error: messageOf(error),
      })
    }
  }

  start(): void {
    this.#isStarted = true
  }

  /** Halts until `release` was called as often. */
  hold(): void {
    this.#holds += 1
  }

  release(): void {
    this.#holds -= 1
  }

  close(): void {
    this.#isClosed = true
  }
}
