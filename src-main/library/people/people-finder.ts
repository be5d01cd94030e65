import { setImmediate } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { PeopleGrouping } from './people-grouping.ts'

export type PeopleFinderDependencies = {
  catalog: Pick<Catalog, 'people' | 'photos'>
  hub: Pick<EventHub, 'listen' | 'publish'>
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
  /** Windows are notified of new groups and suggestions at most this often, in milliseconds. */
  reportMs?: number
}

const REPORT_MS = 500
/** After this idle time the vectors are freed. */
const IDLE_MS = 60_000

/** Groups new and changed faces and suggests people for them, in pieces, while people are recognised. */
export class PeopleFinder {
  readonly #dependencies: PeopleFinderDependencies
  readonly #task: BackgroundTask
  #grouping: PeopleGrouping | null = null
  #idle: NodeJS.Timeout | undefined
  #reportedAt = 0
  #isGrouping = false
  /** Who was never suggested at the last update; null at first. */
  #silent: string | null = null

  constructor(dependencies: PeopleFinderDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#work(signal), onError })
  }

  /** Whether faces are being grouped or suggested; reading known groups does not count. */
  get isGrouping(): boolean {
    return this.#isGrouping
  }

  /** Photos whose faces were grouped since this began. */
  get grouped(): number {
    return this.#isGrouping ? (this.#grouping?.grouped ?? 0) : 0
  }

  start(): void {
    void this.#follow()
    this.schedule()
  }

  /** Checks for waiting faces, and for changes such as who may be suggested. */
  schedule(): void {
    if (!this.#task.isClosed && this.#dependencies.catalog.people.vectors.isOn()) this.#task.schedule()
  }

  /** Resolves when no face waits. */
  idle(): Promise<void> {
    this.schedule()
    return this.#task.idle()
  }

  /** Frees memory: vectors were deleted or replaced. */
  async forget(): Promise<void> {
    this.#grouping = null
    await this.#task.idle()
    this.#grouping = null
    this.#silent = null
  }

  /** Unfinished work continues at the next start. */
  async close(): Promise<void> {
    await this.#task.close()
    clearTimeout(this.#idle)
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#dependencies.hub.listen({ signal: this.#task.closing }))
      if (type === 'photos.changed' || type === 'history.changed') this.schedule()
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { people } = this.#dependencies.catalog
    clearTimeout(this.#idle)
    if (!people.vectors.isOn()) return
    let isWork = true
    try {
      isWork = await this.#group(signal)
    } finally {
      // Nothing runs before windows hear of it: they ask what is running.
      this.#isGrouping = false
      if (isWork && !signal.aborted) this.#publish()
    }
    if (signal.aborted) return
    this.#idle = setTimeout(() => (this.#grouping = null), IDLE_MS).unref()
    if (people.vectors.isOn() && people.due(1).length > 0) this.schedule()
  }

  /** Resolves with whether there was anything to do. */
  async #group(signal: AbortSignal): Promise<boolean> {
    const { people } = this.#dependencies.catalog
    this.#isGrouping = people.due(1).length > 0
    const silent = JSON.stringify(people.silent())
    // Freed vectors are read again only for work: a rating is none.
    if (this.#grouping === null && !this.#isGrouping && silent === this.#silent) return false
    this.#silent = silent
    const grouping = (this.#grouping ??= new PeopleGrouping(people))
    grouping.begin()
    this.#reportedAt = performance.now()
    let isWork = false
    while (!signal.aborted && this.#grouping === grouping) {
      const { isReading } = grouping
      if (!grouping.step()) break
      isWork = true
      this.#isGrouping ||= !isReading
      this.#tell()
      await setImmediate()
    }
    return isWork
  }

  #tell(): void {
    const { reportMs = REPORT_MS } = this.#dependencies
    if (this.#isGrouping && performance.now() - this.#reportedAt >= reportMs) this.#publish()
  }

  #publish(): void {
    this.#reportedAt = performance.now()
    this.#dependencies.hub.publish({ type: 'people.changed' })
  }
}
