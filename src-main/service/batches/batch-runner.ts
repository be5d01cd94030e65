import { setTimeout as delay } from 'node:timers/promises'
import { randomText } from '../ids/random-text.ts'
import type { BatchStore, ClaimedPicture } from '../ports/batch-store.ts'
import type { Analysis, Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { PeriodicTask } from '../timers/periodic-task.ts'
import { KEPT_MS, LEASE_MS } from './batch-limits.ts'

export type RunnerOptions = {
  batches: BatchStore
  /** Runs one picture to its result, or gives it back. */
  run(claimed: ClaimedPicture, signal: AbortSignal): Promise<void>
  analysis: Pick<Analysis, 'state'>
  callbacks: Pick<Callbacks, 'send'>
  log: Pick<ServiceLog, 'error'>
  /** Pictures under way at once; one for each compute process. */
  atOnce: number
  /** Milliseconds since 1970. */
  now: () => number
}

/** Pictures that were given back, or handed in elsewhere, are looked for so often. */
const LOOK_MS = 1000
/** While requests wait for the engine, batches look so often whether they still do, and go on after so long. */
const YIELD_MS = 100
const MOST_YIELDS = 20

/**
 * Takes pictures of batches while no request waits for the engine, a few at once. It holds nothing that another process
 * would need: what it was working on when it is killed is free again after the lease, or at the next start of a service
 * that is alone.
 */
export class BatchRunner {
  readonly #options: RunnerOptions
  readonly #stopping = new AbortController()
  readonly #looking: PeriodicTask
  readonly #lanes = new Set<Promise<void>>()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#looking = new PeriodicTask({
      work: async () => this.look(),
      intervalMs: LOOK_MS,
      log: options.log,
      failureMessage: 'batches could not be looked after; it is tried again in a second',
    })
  }

  /** Starts as many lanes as may run; each ends when there is nothing to take. */
  async look(): Promise<void> {
    const { atOnce, batches, now } = this.#options
    await this.#tell()
    await batches.removeEndedBefore(now() - KEPT_MS)
    while (!this.#stopping.signal.aborted && this.#lanes.size < atOnce) this.#startLane()
  }

  /** Stops taking pictures and gives those under way back. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#looking.close()
    await Promise.all(this.#lanes)
  }

  #startLane(): void {
    const lane = this.#workOff()
      .catch((error: unknown) => this.#options.log.error('a picture of a batch could not be run', { error }))
      .finally(() => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  async #workOff(): Promise<void> {
    const { batches, run, now } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#giveWay()
      const claimed = await batches.claim({ claim: randomText(16), nowMs: now(), leaseMs: LEASE_MS })
      if (claimed === undefined) return
      await run(claimed, signal)
      await this.#tell()
    }
  }

  /** Waits while requests wait for the engine, but not for ever. */
  async #giveWay(): Promise<void> {
    const { analysis } = this.#options
    for (let n = 0; n < MOST_YIELDS && analysis.state().waiting > 0 && !this.#stopping.signal.aborted; n++)
      await delay(YIELD_MS)
  }

  /** Hands over the calls of batches that have ended; one that is killed within is handed over again. */
  async #tell(): Promise<void> {
    const { batches, callbacks } = this.#options
    for (const { id, url } of await batches.untold(100)) {
      await callbacks.send(url, id)
      await batches.markTold(id)
    }
  }
}
