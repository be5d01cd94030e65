import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { PeopleGrouping } from './people-grouping.ts'

export type PeopleKeeperDependencies = {
  catalog: Pick<Catalog, 'people' | 'photos'>
  hub: Pick<EventHub, 'listen' | 'publish'>
  /** The catalogue could not be written; what is left is done when photos change, or at the next start. */
  onError(error: unknown): void
}

/** Windows hear of new groups and suggestions so often at most, in milliseconds. */
const TELL_MS = 500
/** After so long without work the vectors leave the memory. */
const IDLE_MS = 60_000

/** Groups faces that came or changed and finds whose they may be, in pieces, while people are recognised. */
export class PeopleKeeper {
  readonly #dependencies: PeopleKeeperDependencies
  readonly #closing = new AbortController()
  #grouping: PeopleGrouping | null = null
  #running: Promise<void> | null = null
  #idle: NodeJS.Timeout | null = null
  #toldAt = 0
  /** Something changed while faces were grouped, such as who may be suggested: that is taken up afterwards. */
  #isAsked = false

  constructor(dependencies: PeopleKeeperDependencies) {
    this.#dependencies = dependencies
  }

  get isGrouping(): boolean {
    return this.#running !== null
  }

  start(): void {
    void this.#follow()
    this.schedule()
  }

  /** Looks for faces that wait. */
  schedule(): void {
    const { people } = this.#dependencies.catalog
    if (this.#closing.signal.aborted || !people.vectors.isOn()) return
    this.#isAsked = this.#running !== null
    if (this.#isAsked) return
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#running = this.#run().then(
      () => this.#rest(),
      (error: unknown) => {
        this.#running = null
        this.#dependencies.onError(error)
      },
    )
  }

  /** Resolves when no face waits. */
  async idle(): Promise<void> {
    this.schedule()
    while (this.#running !== null) await this.#running
  }

  /** Drops what is in memory: vectors were deleted, or are others. */
  async forget(): Promise<void> {
    this.#grouping = null
    await this.#running
    this.#grouping = null
  }

  /** What is not done yet is done at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#idle !== null) clearTimeout(this.#idle)
    await this.#running
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    for await (const { type } of this.#dependencies.hub.listen({ signal }))
      if (type === 'photos.changed' || type === 'history.changed') this.schedule()
  }

  async #run(): Promise<void> {
    const { people } = this.#dependencies.catalog
    const grouping = (this.#grouping ??= new PeopleGrouping(people))
    grouping.begin()
    let isWork = false
    while (!this.#closing.signal.aborted && this.#grouping === grouping && grouping.step()) {
      isWork = true
      this.#tell()
      await setImmediate()
    }
    if (isWork) this.#publish()
  }

  #rest(): void {
    this.#running = null
    if (this.#closing.signal.aborted) return
    this.#idle = setTimeout(() => (this.#grouping = null), IDLE_MS)
    this.#idle.unref()
    const { people } = this.#dependencies.catalog
    if (people.vectors.isOn() && (this.#isAsked || people.due(1).length > 0)) this.schedule()
  }

  #tell(): void {
    if (performance.now() - this.#toldAt >= TELL_MS) this.#publish()
  }

  #publish(): void {
    this.#toldAt = performance.now()
    this.#dependencies.hub.publish({ type: 'people.changed' })
  }
}
