import { setImmediate } from 'node:timers/promises'
import { GrowingPause } from '../background/growing-pause.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { PeopleGrouping } from './people-grouping.ts'

export type PeopleKeeperDependencies = {
  catalog: Pick<Catalog, 'people' | 'photos'>
  hub: Pick<EventHub, 'listen' | 'publish'>
  /** The catalogue could not be written; it is tried again. */
  onError(error: unknown): void
  /** Windows hear of new groups and suggestions so often at most, in milliseconds. */
  tellMs?: number
}

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
  #retry: NodeJS.Timeout | undefined
  #pause = new GrowingPause()
  #toldAt = 0
  /** Something changed while faces were grouped, such as who may be suggested: that is taken up afterwards. */
  #isAsked = false
  #isGrouping = false
  /** Who was not to be suggested when that was last taken up; null at first. */
  #silent: string | null = null

  constructor(dependencies: PeopleKeeperDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether faces are grouped or suggested now; reading what is grouped already does not count. */
  get isGrouping(): boolean {
    return this.#isGrouping
  }

  /** Photos of which faces were grouped since this began. */
  get grouped(): number {
    return this.#isGrouping ? (this.#grouping?.grouped ?? 0) : 0
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
    clearTimeout(this.#retry)
    this.#running = this.#run().then(
      (isWork) => this.#rest(isWork),
      (error: unknown) => {
        this.#end(true)
        if (this.#closing.signal.aborted) return
        this.#retry = setTimeout(() => this.schedule(), this.#pause.take()).unref()
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
    this.#silent = null
  }

  /** What is not done yet is done at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#idle !== null) clearTimeout(this.#idle)
    clearTimeout(this.#retry)
    await this.#running
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    for await (const { type } of this.#dependencies.hub.listen({ signal }))
      if (type === 'photos.changed' || type === 'history.changed') this.schedule()
  }

  /** Resolves with whether there was anything to do. */
  async #run(): Promise<boolean> {
    const { people } = this.#dependencies.catalog
    this.#isGrouping = people.due(1).length > 0
    const silent = JSON.stringify(people.silent())
    // Vectors that left the memory are read again only for work: a rating is none.
    if (this.#grouping === null && !this.#isGrouping && silent === this.#silent) return false
    this.#silent = silent
    const grouping = (this.#grouping ??= new PeopleGrouping(people))
    grouping.begin()
    this.#toldAt = performance.now()
    let isWork = false
    while (!this.#closing.signal.aborted && this.#grouping === grouping) {
      const { isReading } = grouping
      if (!grouping.step()) break
      isWork = true
      this.#isGrouping ||= !isReading
      this.#tell()
      await setImmediate()
    }
    return isWork
  }

  #rest(isWork: boolean): void {
    this.#pause = new GrowingPause()
    this.#end(isWork)
    if (this.#closing.signal.aborted) return
    this.#idle = setTimeout(() => (this.#grouping = null), IDLE_MS)
    this.#idle.unref()
    const { people } = this.#dependencies.catalog
    if (people.vectors.isOn() && (this.#isAsked || people.due(1).length > 0)) this.schedule()
  }

  /** Nothing is under way before windows hear of it: they ask for what is. */
  #end(isWork: boolean): void {
    this.#running = null
    this.#isGrouping = false
    if (isWork && !this.#closing.signal.aborted) this.#publish()
  }

  #tell(): void {
    const { tellMs = TELL_MS } = this.#dependencies
    if (this.#isGrouping && performance.now() - this.#toldAt >= tellMs) this.#publish()
  }

  #publish(): void {
    this.#toldAt = performance.now()
    this.#dependencies.hub.publish({ type: 'people.changed' })
  }
}
