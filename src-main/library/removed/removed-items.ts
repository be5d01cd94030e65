import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { setImmediate } from 'node:timers/promises'
import { stackOf } from '../../contract/errors.ts'
import type { ChangeId } from '../../contract/library/history.ts'
import type { PurgeProgress, RemovedItem } from '../../contract/library/removed.ts'
import { PieceSize } from '../../base/sqlite/piece-size.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { trustClock } from './trust-clock.ts'

export type RemovedItemsDependencies = {
  catalog: Pick<Catalog, 'changes' | 'merging' | 'removed' | 'settings'>
  hub: Pick<EventHub, 'publish'>
  log: Pick<Log, 'info' | 'error'>
  /** Called before a person deletes something for good, with a short description. */
  beforeRisky(note: Text): Promise<void>
  /** Photos that are deleted for good. */
  onGone(ids: readonly number[]): void
  now(): number
}

const HOUR_MS = 3_600_000
/** The catalogue stores under this name which removals are being deleted: a start that finds some goes on with them. */
const UNFINISHED = 'removed.unfinished'
/** The first windows and scans after opening go first. */
const FIRST_LOOK_MS = 120_000

/**
 * What a person removed: kept for a while, then deleted for good, with old entries of the journal. Checks soon after
 * the start and then each hour; its timers do not keep the process alive.
 */
export class RemovedItems {
  readonly #dependencies: RemovedItemsDependencies
  #first: NodeJS.Timeout | undefined
  #hourly: NodeJS.Timeout | undefined
  #purging: Promise<void> = Promise.resolve()
  readonly #pieceSize = new PieceSize({ first: 50, min: 5, max: 200, targetMs: 12 })
  readonly #closing = new AbortController()

  constructor(dependencies: RemovedItemsDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#first = setTimeout(() => void this.sweep(), FIRST_LOOK_MS).unref()
    this.#hourly = setInterval(() => void this.sweep(), HOUR_MS).unref()
  }

  /** What can be restored, the newest first: no longer what is being deleted. */
  list(): RemovedItem[] {
    const leaving = this.#unfinished()
    return this.#dependencies.catalog.removed.list().filter(({ changeId }) => !leaving.includes(changeId))
  }

  /**
   * Deletes one item, or all of them, for good: in pieces, but gone from the list at once. What an end of the program
   * interrupts, the next start finishes. Throws `change-not-found`.
   */
  async purge(changeId?: ChangeId): Promise<void> {
    const { beforeRisky, hub } = this.#dependencies
    await beforeRisky(say('backups.deletion'))
    const ids = changeId === undefined ? this.list().map((item) => item.changeId) : [changeId]
    this.#setUnfinished([...this.#unfinished(), ...ids])
    hub.publish({ type: 'history.changed' })
    await this.#purge(ids)
  }

  /** Deletes expired items, and what an earlier start did not finish. Never rejects: problems are in the log. */
  async sweep(): Promise<void> {
    const { catalog, now, log } = this.#dependencies
    try {
      await this.#purging.catch(() => undefined) // its caller gets the error
      const known = new Set(catalog.removed.list().map(({ changeId }) => changeId))
      this.#setUnfinished(this.#unfinished().filter((id) => known.has(id)))
      await this.#purge(this.#unfinished())
      if (!trustClock(catalog.settings, now())) return
      await this.#purge(catalog.removed.expired(now()))
      catalog.changes.trim()
    } catch (error) {
      log.error('What was removed long ago could not be deleted', { error: stackOf(error) })
    }
  }

  /** Stops after the current piece; the rest follows next time. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#first)
    clearInterval(this.#hourly)
    await this.#purging.catch(() => undefined) // the caller gets the error
  }

  #unfinished(): ChangeId[] {
    return JSON.parse(this.#dependencies.catalog.settings.getState(UNFINISHED) ?? '[]') as ChangeId[]
  }

  #setUnfinished(ids: readonly ChangeId[]): void {
    this.#dependencies.catalog.settings.setState(UNFINISHED, ids.length === 0 ? null : JSON.stringify(ids))
  }

  #purge(changeIds: readonly ChangeId[]): Promise<void> {
    const before = this.#purging.catch(() => undefined)
    this.#purging = before.then(async () => {
      if (changeIds.length > 0) await this.#purgeAll(changeIds)
    })
    return this.#purging
  }

  async #purgeAll(changeIds: readonly ChangeId[]): Promise<void> {
    const { catalog, hub } = this.#dependencies
    const progress = { done: 0, total: changeIds.reduce((sum, id) => sum + (catalog.removed.countOf(id) ?? 0), 0) }
    catalog.merging.hold()
    try {
      for (const id of changeIds) await this.#purgeOne(id, progress)
      await catalog.merging.merge(this.#closing.signal)
    } finally {
      catalog.merging.release()
      hub.publish({ type: 'removed.changed', progress: null })
    }
  }

  /**
   * An undo in the meantime keeps what is left. What an earlier start has deleted of a change is in `total`, but not in
   * what is done.
   */
  async #purgeOne(changeId: ChangeId, progress: PurgeProgress): Promise<void> {
    const { catalog, hub, onGone } = this.#dependencies
    for (let isOver = false; !isOver && !this.#closing.signal.aborted;) {
      const limit = this.#pieceSize.next
      const piece = this.#pieceSize.measure(limit, () => catalog.removed.purgeSome(changeId, limit))
      onGone(piece.ids)
      progress.done += piece.ids.length
      hub.publish({ type: 'removed.changed', progress: { ...progress } })
      if (!piece.isLast) await setImmediate()
      isOver = piece.isLast || catalog.removed.countOf(changeId) === null
      if (isOver) this.#setUnfinished(this.#unfinished().filter((id) => id !== changeId))
    }
    hub.publish({ type: 'history.changed' })
  }
}
