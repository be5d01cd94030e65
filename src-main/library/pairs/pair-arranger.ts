import { setImmediate } from 'node:timers/promises'
import type { Settings } from '../../contract/library/settings.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type PairArrangerDependencies = {
  catalog: Pick<Catalog, 'pairs' | 'settings'>
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged'>
  /** Photos that became part of another one. */
  onGone(ids: readonly number[]): void
  /** Photos wait for their analysis. */
  onWork(): void
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
}

/** Photos at a time: some milliseconds, between which windows are served. */
const PIECE = 300
const APPLIED = 'pairs.applied'

/** Increase it when the rules for pairs change, so that all photos are checked again. */
const RULES = 3

/** Names a choice; separate copies, the default, are not named. */
const nameOf = ({ pairing, mainOfPair, copies }: Settings): string =>
  [RULES, pairing, mainOfPair, ...(copies === 'together' ? ['copies'] : [])].join(' ')

/** Arranges all photos by the person's choice for pairs, at the first start and when that changes. */
export class PairArranger {
  readonly #dependencies: PairArrangerDependencies
  readonly #task: BackgroundTask

  constructor(dependencies: PairArrangerDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#arrangeAll(signal), onError })
  }

  /** Checks the photos if the settings have changed since the last arrangement. */
  start(): void {
    this.#task.schedule()
  }

  /** Resolves when nothing is left to arrange. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Unfinished work continues at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #arrangeAll(signal: AbortSignal): Promise<void> {
    const { settings } = this.#dependencies.catalog
    while (!signal.aborted) {
      const name = nameOf(settings.get())
      if (settings.getState(APPLIED) === name) return
      if (await this.#arrangeBy(name, signal)) settings.setState(APPLIED, name)
    }
  }

  /** False if the settings changed in the meantime, or the library closes. */
  async #arrangeBy(name: string, signal: AbortSignal): Promise<boolean> {
    const { catalog, hub, onGone, onWork } = this.#dependencies
    for (let after: number | null = 0; after !== null;) {
      const settings = catalog.settings.get()
      if (signal.aborted || nameOf(settings) !== name) return false
      const { changed, gone, next } = catalog.pairs.arrange(settings, after, PIECE)
      if (gone.length > 0) onGone(gone)
      if (gone.length > 0) hub.everythingChanged()
      else if (changed.length > 0) hub.photosChanged(changed)
      if (changed.length > 0) onWork()
      after = next
      await setImmediate()
    }
    return true
  }
}
