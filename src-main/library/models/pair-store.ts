import type { Text } from '../../contract/sentences/text.ts'
import { stackOf, textOf } from '../../contract/errors.ts'
import type { LibraryEvent } from '../../contract/library/library-event.ts'
import type { PairChoice, PairState } from '../../contract/library/models.ts'
import type { Log } from '../host/log.ts'

/** An installed pair, as windows see it. */
export type ShownPair = NonNullable<PairState['pair']>

/** Brings a text-image pair to this machine. */
export type PairSource = {
  installed(): ShownPair | null
  filesIn(folder: string): Promise<string[]>
  installFrom(folder: string): Promise<unknown>
  /** What can be downloaded by choice. */
  offers(): PairState['offers']
  download(
    choice: PairChoice,
    options: { signal: AbortSignal; onBytes(received: number, total: number): void },
  ): Promise<unknown>
  /** Deletes a partial download. */
  removeArrived(): Promise<void>
  remove(): Promise<void>
}

export type PairStoreDependencies = {
  source: PairSource
  publish(event: LibraryEvent): void
  /** The pair was replaced or removed: the engine must load it. */
  onChanged(): Promise<void>
  log: Log
}

/** The minimum bytes between two reports of a download. */
const REPORT_BYTES = 1_000_000

type Job = { abort: AbortController; done: Promise<void> }

/** The text-image pair of this machine: installed, replaced and removed, one job at a time. */
export class PairStore {
  readonly #dependencies: PairStoreDependencies
  #job: Job | null = null
  /** The pair that the engine has loaded. */
  #loaded: string | undefined
  #arrived = { received: 0, total: 0 }
  #problem: Text | null = null

  constructor(dependencies: PairStoreDependencies) {
    this.#dependencies = dependencies
    this.#loaded = dependencies.source.installed()?.id
  }

  state(): PairState {
    const pair = this.#dependencies.source.installed()
    return {
      pair,
      offers: this.#dependencies.source.offers(),
      isInstalling: this.#job !== null,
      ...this.#arrived,
      problem: this.#problem,
    }
  }

  /** Starts a download unless one is running; its progress is published as `pair.changed`. */
  install(choice: PairChoice): void {
    if (this.#job !== null) return
    const abort = new AbortController()
    this.#problem = null
    const done = this.#download(choice, abort.signal).finally(() => {
      this.#job = null
      this.#arrived = { received: 0, total: 0 }
      this.#publish()
    })
    this.#job = { abort, done }
    this.#publish()
  }

  /** Installs the pair in a folder; null if it contains none. Rejects if the pair does not work. */
  async installFrom(folder: string): Promise<{ pair: ShownPair; isNew: boolean; files: string[] } | null> {
    await this.#job?.done
    const { source } = this.#dependencies
    const files = await source.filesIn(folder)
    if (files.length === 0) return null
    const before = source.installed()?.id
    await source.installFrom(folder)
    const pair = source.installed()
    if (pair === null) return null
    await this.#changed()
    return { pair, isNew: pair.id !== before, files }
  }

  /** Cancels a running download and deletes its parts; the installed pair stays. */
  async cancel(): Promise<void> {
    if (this.#job === null) return
    this.#job.abort.abort()
    await this.#job.done
    await this.#dependencies.source.removeArrived()
  }

  /** Cancels a running download; deletes its parts, and the pair. */
  async remove(): Promise<void> {
    this.#job?.abort.abort()
    await this.#job?.done
    await this.#dependencies.source.remove()
    this.#problem = null
    await this.#changed()
  }

  /** Another process, such as the command line, may have installed or removed a pair. */
  async refresh(): Promise<void> {
    await this.#job?.done
    if (this.#dependencies.source.installed()?.id !== this.#loaded) await this.#changed()
  }

  /** Cancels a running download; its parts stay. */
  async close(): Promise<void> {
    this.#job?.abort.abort()
    await this.#job?.done
  }

  async #download(choice: PairChoice, signal: AbortSignal): Promise<void> {
    const { source, log } = this.#dependencies
    try {
      await source.download(choice, { signal, onBytes: (received, total) => this.#report(received, total) })
      await this.#changed()
    } catch (error) {
      if (signal.aborted) return
      this.#problem = textOf(error)
      log.warn('A text-image pair could not be installed', { error: stackOf(error) })
    }
  }

  #report(received: number, total: number): void {
    const isReported =
      received - this.#arrived.received < REPORT_BYTES && total === this.#arrived.total && received < total
    if (isReported) return
    this.#arrived = { received, total }
    this.#publish()
  }

  async #changed(): Promise<void> {
    this.#loaded = this.#dependencies.source.installed()?.id
    await this.#dependencies.onChanged()
    this.#publish()
  }

  #publish(): void {
    this.#dependencies.publish({ type: 'pair.changed', state: this.state() })
  }
}
