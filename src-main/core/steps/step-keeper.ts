import { setImmediate } from 'node:timers/promises'
import type { StepState } from '../../engines/engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type StepKeeperDependencies = {
  catalog: {
    analysis: Pick<Catalog['analysis'], 'setSteps' | 'hasDueSteps' | 'tellDueSteps'>
    search: Pick<Catalog['search'], 'follow' | 'prepare'>
  }
  hub: Pick<EventHub, 'everythingChanged'>
  /** All photos say what is pending now. */
  onDone(): void
  /** The catalogue could not be written; what is left is done at the next start. */
  onError(error: unknown): void
}

/** Says how photos are analysed now, and brings what is pending up to date while windows are answered. */
export class StepKeeper {
  readonly #dependencies: StepKeeperDependencies
  readonly #closing = new AbortController()
  #isStarted = false
  #running: Promise<void> | null = null

  constructor(dependencies: StepKeeperDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns how many photos have something new to do. */
  set(steps: readonly StepState[]): number {
    const touched = this.#dependencies.catalog.analysis.setSteps(steps)
    if (this.#isStarted) this.start()
    return touched
  }

  start(): void {
    this.#isStarted = true
    this.#running ??= this.#tellAll()
      .catch((error: unknown) => this.#dependencies.onError(error))
      .finally(() => {
        this.#running = null
      })
  }

  /** Starts, and resolves when all photos say what is pending. */
  async idle(): Promise<void> {
    this.start()
    while (this.#running !== null) await this.#running
  }

  /** What is not done yet is done at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #tellAll(): Promise<void> {
    const { catalog, hub, onDone } = this.#dependencies
    const { signal } = this.#closing
    if (!catalog.analysis.hasDueSteps()) return
    await catalog.search.prepare({ rest: true }) // what changes while it is read would be read anew in one go
    while (!signal.aborted && catalog.analysis.hasDueSteps()) {
      await setImmediate()
      catalog.analysis.tellDueSteps()
      catalog.search.follow()
    }
    if (signal.aborted) return
    hub.everythingChanged()
    onDone()
  }
}
