import { setImmediate } from 'node:timers/promises'
import type { StepState } from '../../engines/engine.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type StepUpdaterDependencies = {
  catalog: {
    analysis: Pick<Catalog['analysis'], 'setSteps' | 'hasDueSteps' | 'tellDueSteps'>
    people: { vectors: Pick<Catalog['people']['vectors'], 'fileId'> }
    search: Pick<Catalog['search'], 'follow'>
    searchFor: Catalog['searchFor']
  }
  hub: Pick<EventHub, 'everythingChanged'>
  /** All photos say what is pending now. */
  onDone(): void
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
}

/** Says how photos are analysed now, and brings what is pending up to date while windows are answered. */
export class StepUpdater {
  readonly #dependencies: StepUpdaterDependencies
  readonly #task: BackgroundTask
  #isStarted = false

  constructor(dependencies: StepUpdaterDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#tellAll(signal), onError })
  }

  /** Returns how many photos have something new to do. */
  set(steps: readonly StepState[]): number {
    const { analysis, people } = this.#dependencies.catalog
    const touched = analysis.setSteps(wantedSteps(steps, people.vectors.fileId()))
    if (this.#isStarted) this.start()
    return touched
  }

  start(): void {
    this.#isStarted = true
    this.#task.schedule()
  }

  /** Starts, and resolves when all photos say what is pending. */
  async idle(): Promise<void> {
    this.start()
    await this.#task.idle()
  }

  /** What is not done yet is done at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #tellAll(signal: AbortSignal): Promise<void> {
    const { catalog, hub, onDone } = this.#dependencies
    if (!catalog.analysis.hasDueSteps()) return
    await catalog.searchFor({ counts: true }) // what changes while it is read would be read anew in one go
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

/**
 * Vectors of faces are made only while the person wants people to be recognised. What was described for an earlier
 * file of vectors does not count: it was deleted with that file.
 */
function wantedSteps(steps: readonly StepState[], fileId: string | null): StepState[] {
  return steps.flatMap((state) => {
    if (state.name !== 'face-vectors') return state
    return fileId === null ? [] : { ...state, fingerprint: `${state.fingerprint} file=${fileId}` }
  })
}
