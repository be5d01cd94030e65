import { setImmediate } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type StackFinderDependencies = {
  catalog: Pick<Catalog, 'stacks'>
  hub: Pick<EventHub, 'listen' | 'photosChanged'>
  /** Photos became frames of a stack, or are none any more. */
  onFound(): void
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
}

/** Photos at a time: some milliseconds, between which windows are served. */
const PIECE = 200

/** Finds the stacks of new and changed photos, while the library is open. */
export class StackFinder {
  readonly #dependencies: StackFinderDependencies
  readonly #task: BackgroundTask

  constructor(dependencies: StackFinderDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#arrangeAll(signal), onError })
  }

  start(): void {
    void this.#follow()
    this.#task.schedule()
  }

  /** Resolves when no photo waits. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Unfinished work continues at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#dependencies.hub.listen({ signal: this.#task.closing }))
      if (type === 'photos.changed') this.#task.schedule()
  }

  async #arrangeAll(signal: AbortSignal): Promise<void> {
    const { catalog, hub, onFound } = this.#dependencies
    while (!signal.aborted && catalog.stacks.hasDue()) {
      const { changed } = catalog.stacks.arrange(PIECE)
      if (changed.length > 0) {
        hub.photosChanged(changed)
        onFound()
      }
      await setImmediate()
    }
  }
}
