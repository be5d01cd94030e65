import { setTimeout as delay } from 'node:timers/promises'
import { randomText } from '../ids/random-text.ts'
import type { BatchStore, ClaimedPicture } from '../ports/batch-store.ts'
import type { Analysis, Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { LEASE_MS } from './batch-limits.ts'

export type RunnerOptions = {
  batches: BatchStore
  /** Runs one picture to its result, or returns it to the store. */
  run(claimed: ClaimedPicture, signal: AbortSignal): Promise<void>
  analysis: Pick<Analysis, 'state'>
  callbacks: Pick<Callbacks, 'send'>
  log: Pick<ServiceLog, 'error'>
  /** Number of pictures processed at once, one per compute process. */
  atOnce: number
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Interval of polling for returned pictures while there is work, and the maximum to which it grows when there is none.
 * A poll costs two statements on each node; new batches are announced.
 */
const POLL_MS = 1000
const MAX_POLL_MS = 5000
/**
 * Interval of checking whether requests wait for the engine, and the number of such checks before batches continue
 * anyway.
 */
const YIELD_MS = 100
const MAX_YIELDS = 20

/**
 * Processes pictures of batches while no request waits for the engine, a few at once. It holds nothing that another
 * process would need: the pictures of a killed process are free after its node's lease, or at the next start of a
 * single-process service.
 */
export class BatchRunner {
  readonly #options: RunnerOptions
  readonly #stopping = new AbortController()
  readonly #polling: Promise<void>
  readonly #stopListening: () => void
  readonly #lanes = new Set<Promise<void>>()
  #hasFound = false
  #isWoken = false
  #endPause: () => void = () => {}

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#polling = this.#poll()
    this.#stopListening = options.batches.onAdded(() => {
      this.#isWoken = true
      this.#endPause()
    })
  }

  /** Stops taking pictures and returns those in progress. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.#stopListening()
    this.#endPause()
    await this.#polling
    await Promise.all(this.#lanes)
  }

  async #poll(): Promise<void> {
    const { log } = this.#options
    let pauseMs = POLL_MS
    while (!this.#stopping.signal.aborted) {
      this.#hasFound = this.#isWoken = false
      await this.#sendCallbacks().catch((error: unknown) =>
        log.error('callbacks of batches could not be handed over', { error }),
      )
      this.#startLane()
      await this.#pause(pauseMs)
      const isBusy = this.#hasFound || this.#isWoken || this.#lanes.size > 0
      pauseMs = isBusy ? POLL_MS : Math.min(pauseMs * 2, MAX_POLL_MS)
    }
  }

  /** Ends early if a batch is added. */
  async #pause(ms: number): Promise<void> {
    if (this.#isWoken || this.#stopping.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#endPause = resolve
    const timer = setTimeout(resolve, ms).unref()
    await promise
    clearTimeout(timer)
  }

  #startLane(): void {
    if (this.#stopping.signal.aborted || this.#lanes.size >= this.#options.atOnce) return
    const lane = this.#workOff()
      .catch((error: unknown) => this.#options.log.error('a picture of a batch could not be run', { error }))
      .finally(() => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  /** Runs lanes as long as there are pictures to take, plus one for any that may be left. */
  async #workOff(): Promise<void> {
    const { batches, run, now } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#giveWay()
      const claimed = await batches.claim({ claim: randomText(16), nowMs: now(), leaseMs: LEASE_MS })
      if (claimed === undefined) return
      this.#hasFound = true
      this.#startLane()
      await run(claimed, signal)
      await this.#sendCallbacks()
    }
  }

  /** Waits while requests wait for the engine, but only for a limited time. */
  async #giveWay(): Promise<void> {
    const { analysis } = this.#options
    for (let n = 0; n < MAX_YIELDS && analysis.state().waiting > 0 && !this.#stopping.signal.aborted; n++)
      await delay(YIELD_MS)
  }

  /**
   * Hands over the callbacks of batches that have ended; if the process is killed meanwhile, they are handed over
   * again.
   */
  async #sendCallbacks(): Promise<void> {
    const { batches, callbacks } = this.#options
    for (const { id, accountId, url } of await batches.dueCallbacks(100)) {
      await callbacks.send(url, id, accountId)
      await batches.markCalled(id)
    }
  }
}
