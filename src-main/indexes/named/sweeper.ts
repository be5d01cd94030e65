import { setImmediate } from 'node:timers/promises'
import type { IndexStore } from '../store/port.ts'
import type { IndexesLog } from './log.ts'

/** Deletes the entries of removed indexes in the background, a few at a time. */
export class Sweeper {
  readonly #store: Pick<IndexStore, 'sweep'>
  readonly #log: IndexesLog
  #isStopped = false
  #sweeping: Promise<void> | null = null

  constructor(store: Pick<IndexStore, 'sweep'>, log: IndexesLog) {
    this.#store = store
    this.#log = log
  }

  start(): void {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) =>
        this.#log.error('deleting the entries of removed indexes failed; it goes on at the next start', { error }),
      )
      .finally(() => (this.#sweeping = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    do await setImmediate()
    while (!this.#isStopped && (await this.#store.sweep()))
  }
}
