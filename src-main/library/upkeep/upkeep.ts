import { setTimeout } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import { stackOf } from '../../contract/errors.ts'
import { REMEMBERED_MS } from '../history/journal/change-store.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { UpkeepStep } from './rows/upkeep-store.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { trustClock } from '../removed/trust-clock.ts'

export type UpkeepDependencies = {
  catalog: Pick<Catalog, 'albums' | 'merging' | 'settings' | 'upkeep'>
  hub: Pick<EventHub, 'photosChanged'>
  log: Pick<Log, 'info' | 'error'>
  /** Photos that are deleted for good. */
  onGone(ids: readonly number[]): void
  now(): number
}

const FIRST_LOOK_MS = 600_000
const EVERY_MS = 6 * 3_600_000
/** Photos of removed albums that are forgotten at a time. */
const PURGED = 2000
/** Between two steps: windows, scans and the analysis go first. */
const PAUSE_MS = 20

type Work = 'forgetMissing' | 'forgetVersions' | 'dropThumbnails'

/**
 * Keeps the library's files from growing without end: deletes expired data and frees the space, a few hundredths of a
 * second at a time. Checks some time after the start and then four times a day; its timers do not keep the process
 * alive.
 */
export class Upkeep {
  readonly #dependencies: UpkeepDependencies
  readonly #task: BackgroundTask

  constructor(dependencies: UpkeepDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: (signal) => this.#tidyUp(signal),
      onError: (error) =>
        dependencies.log.error('The library could not be tidied up; it is tried again', { error: stackOf(error) }),
      pauses: { firstMs: FIRST_LOOK_MS, longestMs: EVERY_MS },
    })
  }

  start(): void {
    this.#task.schedule(FIRST_LOOK_MS)
  }

  /** Does all that is due. Never rejects: problems are in the log. */
  run(): Promise<void> {
    this.#task.schedule()
    return this.#task.idle()
  }

  /** Stops after the current step; the rest follows next time. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #tidyUp(signal: AbortSignal): Promise<void> {
    const { catalog, now } = this.#dependencies
    if (trustClock(catalog.settings, now(), 'clock.upkeep')) await this.#forgetMissing(signal)
    await this.#each('forgetVersions', signal)
    await this.#each('dropThumbnails', signal)
    await this.#purgeAlbums(signal)
    await this.#giveBack(signal)
    this.#task.schedule(EVERY_MS)
  }

  async #forgetMissing(signal: AbortSignal): Promise<void> {
    const { catalog, hub, log, onGone } = this.#dependencies
    catalog.merging.hold()
    try {
      const gone = await this.#each('forgetMissing', signal, (ids) => {
        onGone(ids)
        hub.photosChanged(ids)
      })
      if (gone === 0) return
      log.info('Photos that were missing for a year left the library', { photos: gone })
      await catalog.merging.merge(signal)
    } finally {
      catalog.merging.release()
    }
  }

  /** Runs all steps of a kind of work; returns the number of photos affected. */
  async #each(work: Work, signal: AbortSignal, onDone: (ids: number[]) => void = () => {}): Promise<number> {
    let count = 0
    for (let after: number | null = 0; after !== null && !signal.aborted;) {
      const step: UpkeepStep = this.#dependencies.catalog.upkeep[work](after)
      if (step.ids.length > 0) onDone(step.ids)
      count += step.ids.length
      after = step.next
      await setTimeout(PAUSE_MS, undefined, { ref: false })
    }
    return count
  }

  /** Albums that no undo restores any more. */
  async #purgeAlbums(signal: AbortSignal): Promise<void> {
    const { catalog, now } = this.#dependencies
    while (!signal.aborted && catalog.albums.purgeSome(now() - REMEMBERED_MS, PURGED))
      await setTimeout(PAUSE_MS, undefined, { ref: false })
  }

  async #giveBack(signal: AbortSignal): Promise<void> {
    const { upkeep } = this.#dependencies.catalog
    if (!upkeep.isWorthGivingBack()) return
    while (!signal.aborted && upkeep.giveBackSome()) await setTimeout(PAUSE_MS, undefined, { ref: false })
  }
}
