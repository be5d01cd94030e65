import { setTimeout as delay } from 'node:timers/promises'
import { randomText } from '../ids/random-text.ts'
import type { BatchStore, ClaimedPicture } from '../ports/batch-store.ts'
import type { Analysis, Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { LEASE_MS } from './batch-limits.ts'

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

/**
 * While there are pictures, others that were given back are looked for so often. While there are none it is done more
 * and more seldom, down to the second figure: a look is two statements, of each node, and of new batches it is told.
 */
const LOOK_MS = 1000
const LONGEST_LOOK_MS = 5000
/** While requests wait for the engine, batches look so often whether they still do, and go on after so long. */
const YIELD_MS = 100
const MOST_YIELDS = 20

/**
 * Takes pictures of batches while no request waits for the engine, a few at once. It holds nothing that another process
 * would need: what it was working on when it is killed is free again after its node's lease, or at the next start of a
 * service that is alone.
 */
export class BatchRunner {
  readonly #options: RunnerOptions
  readonly #stopping = new AbortController()
  readonly #looking: Promise<void>
  readonly #stopListening: () => void
  readonly #lanes = new Set<Promise<void>>()
  #hasFound = false
  #isToldOfMore = false
  #endPause: () => void = () => {}

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#looking = this.#keepLooking()
    this.#stopListening = options.batches.onAdded(() => {
      this.#isToldOfMore = true
      this.#endPause()
    })
  }

  /** Stops taking pictures and gives those under way back. */
  async close(): Promise<void> {
    this.#stopping.abort()
    this.#stopListening()
    this.#endPause()
    await this.#looking
    await Promise.all(this.#lanes)
  }

  async #keepLooking(): Promise<void> {
    const { log } = this.#options
    let pauseMs = LOOK_MS
    while (!this.#stopping.signal.aborted) {
      this.#hasFound = this.#isToldOfMore = false
      await this.#tell().catch((error: unknown) => log.error('ends of batches could not be told of', { error }))
      this.#startLane()
      await this.#pause(pauseMs)
      const isBusy = this.#hasFound || this.#isToldOfMore || this.#lanes.size > 0
      pauseMs = isBusy ? LOOK_MS : Math.min(pauseMs * 2, LONGEST_LOOK_MS)
    }
  }

  /** Ends early where a batch is added. */
  async #pause(ms: number): Promise<void> {
    if (this.#isToldOfMore || this.#stopping.signal.aborted) return
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

  /** As long as there is something to take, and one more lane for what may be left beside it. */
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
    for (const { id, accountId, url } of await batches.untold(100)) {
      await callbacks.send(url, id, accountId)
      await batches.markTold(id)
    }
  }
}
