import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type StackKeeperDependencies = {
  catalog: Pick<Catalog, 'stacks'>
  hub: Pick<EventHub, 'listen' | 'photosChanged'>
  /** The catalogue could not be written; what is left is done when photos change, or at the next start. */
  onError(error: unknown): void
}

/** Photos at a time: some milliseconds, between which windows are served. */
const PIECE = 200

/** Finds the stacks of photos that came or changed, while the library is open. */
export class StackKeeper {
  readonly #dependencies: StackKeeperDependencies
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null

  constructor(dependencies: StackKeeperDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    void this.#follow()
    this.#arrange()
  }

  /** Resolves when no photo waits. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  /** What is not done yet is done at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    for await (const { type } of this.#dependencies.hub.listen({ signal }))
      if (type === 'photos.changed') this.#arrange()
  }

  #arrange(): void {
    this.#running ??= this.#arrangeAll()
      .catch((error: unknown) => this.#dependencies.onError(error))
      .finally(() => {
        this.#running = null
      })
  }

  async #arrangeAll(): Promise<void> {
    const { catalog, hub } = this.#dependencies
    while (!this.#closing.signal.aborted && catalog.stacks.hasDue()) {
      const { changed } = catalog.stacks.arrange(PIECE)
      if (changed.length > 0) hub.photosChanged(changed)
      await setImmediate()
    }
  }
}
