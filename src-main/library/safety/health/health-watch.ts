import type { Text } from '../../../contract/sentences/text.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { isDiskFull, messageOf, stackOf } from '../../../contract/errors.ts'
import type { Backup } from '../../../contract/library/backups.ts'
import type { LibraryHealth } from '../../../contract/library/library-health.ts'
import { runDatabaseTask } from '../../../base/sqlite/run-database-task.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { Log } from '../../host/log.ts'

export type HealthWatchDependencies = {
  catalog: Pick<Catalog, 'edits' | 'health' | 'shareFile'>
  /** The catalogue's file. */
  catalogPath: string
  /** Saves for the next opening whether the catalogue is damaged. */
  libraryFile: { noteDamage(isDamaged: boolean): void }
  backups: { newest(): Promise<Backup | null> }
  hub: Pick<EventHub, 'publish'>
  log: Log
  /** What endangers the library at its place; null if nothing does. */
  warning: Text | null
}

/**
 * Checks a catalogue with suspected damage, in a separate thread, and reports the result to windows and the next
 * opening.
 */
export class HealthWatch {
  readonly #dependencies: HealthWatchDependencies
  readonly #closing = new AbortController()
  #checking: Promise<void> | null = null
  #onDamaged: (problem: Text) => void = () => {}

  constructor(dependencies: HealthWatchDependencies) {
    this.#dependencies = dependencies
    dependencies.catalog.health.onChange(() => this.#follow())
  }

  /** Calls back once nothing may be written any more, at once if that is already so, with the reason in a sentence. */
  whenDamaged(listener: (problem: Text) => void): void {
    this.#onDamaged = listener
    this.#tellDamaged()
  }

  /** Checks the complete file while it is open, as after an unclean end. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null))
    return this.#checking
  }

  async describe(): Promise<LibraryHealth> {
    const { catalog, backups, warning } = this.#dependencies
    const condition = catalog.health.condition()
    const backup = condition === 'damaged' ? await backups.newest() : null
    const message = catalog.health.problem()
    return { condition, message, backup, warning, recovered: catalog.edits.replayed()?.edits ?? 0 }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#checking
  }

  async #check(): Promise<void> {
    const { catalogPath, catalog, log } = this.#dependencies
    try {
      catalog.shareFile()
      const { signal } = this.#closing
      const report = await runDatabaseTask<'check'>({ kind: 'check', path: catalogPath }, { signal })
      if (!this.#closing.signal.aborted) catalog.health.conclude(report)
    } catch (error) {
      // After a kill alone nothing is suspected.
      if (isDiskFull(error) && catalog.health.condition() === 'sound') return this.#skipCheck(error)
      log.error('The catalogue could not be checked', { error: stackOf(error) })
      catalog.health.noteUncheckable()
    }
  }

  #skipCheck(error: unknown): void {
    this.#dependencies.log.warn('The disk is full: the catalogue was not checked', { error: messageOf(error) })
  }

  #follow(): void {
    const { catalog, libraryFile, log } = this.#dependencies
    const condition = catalog.health.condition()
    log.warn('The catalogue: what is known of its health changed', {
      condition,
      problem: inEnglish(catalog.health.problem()),
    })
    if (condition === 'checking') void this.check()
    else libraryFile.noteDamage(condition !== 'sound')
    this.#tellDamaged()
    void this.#publish()
  }

  #tellDamaged(): void {
    const { health } = this.#dependencies.catalog
    const problem = health.problem()
    if (problem !== null && health.condition() !== 'checking') this.#onDamaged(problem)
  }

  async #publish(): Promise<void> {
    const { hub, log } = this.#dependencies
    try {
      hub.publish({ type: 'health.changed', health: await this.describe() })
    } catch (error) {
      log.error('The health of the catalogue could not be told', { error: stackOf(error) })
    }
  }
}
