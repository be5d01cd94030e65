import { setImmediate } from 'node:timers/promises'
import type { StepState } from '../../engines/analysis-engine.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

export type StepUpdaterDependencies = {
  catalog: {
    analysis: Pick<Catalog['analysis'], 'setSteps' | 'hasDueSteps' | 'tellDueSteps'>
    people: { vectors: Pick<Catalog['people']['vectors'], 'fileId'> }
    search: Pick<Catalog['search'], 'follow' | 'load'>
  }
  hub: Pick<EventHub, 'everythingChanged'>
  /** The pending steps of all photos are updated. */
  onDone(): void
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
}

/** Sets how photos are analysed now, and updates pending steps while windows are served. */
export class StepUpdater {
  readonly #dependencies: StepUpdaterDependencies
  readonly #task: BackgroundTask
  #isStarted = false

  constructor(dependencies: StepUpdaterDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#tellAll(signal), onError })
  }

  /** Returns the number of photos with something new to do. */
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

  /** Starts, and resolves when all photos are updated. */
  async idle(): Promise<void> {
    this.start()
    await this.#task.idle()
  }

  /** Unfinished work continues at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #tellAll(signal: AbortSignal): Promise<void> {
    const { catalog, hub, onDone } = this.#dependencies
    if (!catalog.analysis.hasDueSteps()) return
    await catalog.search.load({ counts: true }) // changes during the loading would be read again all at once
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
 * Vectors of faces are created only while the person wants people recognised. Descriptions for an earlier file of
 * vectors do not count: they were deleted with that file.
 */
function wantedSteps(steps: readonly StepState[], fileId: string | null): StepState[] {
  return steps.flatMap((state) => {
    if (state.name !== 'face-vectors') return state
    return fileId === null ? [] : { ...state, fingerprint: `${state.fingerprint} file=${fileId}` }
  })
}
