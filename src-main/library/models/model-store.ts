import type { Text } from '../../contract/sentences/text.ts'
import { messageOf, stackOf } from '../../contract/errors.ts'
import type { LibraryEvent } from '../../contract/library/library-event.ts'
import type { ModelInfo, ModelSet } from '../../contract/library/models.ts'
import type { Log } from '../host/log.ts'
import type { PairStore } from './pair-store.ts'

/** The result for a folder: what was installed, what was there already, and what was left out and why. */
export type FolderReport = {
  installed: string[]
  present: string[]
  skipped: { file: string; reason: Text }[]
}

/** Brings model files to this machine; the installer of the analysis is one. */
export type Installer = {
  list(): ModelInfo[]
  install(
    set: ModelSet,
    options: { id?: string; signal: AbortSignal; onProgress(models: ModelInfo[]): void },
  ): Promise<void>
  installFrom(folder: string): Promise<FolderReport>
  remove(id: string): Promise<void>
}

export type ModelStoreDependencies = {
  installer: Installer
  /** A folder may also contain a text-image pair. */
  pair: Pick<PairStore, 'installFrom'>
  publish(event: LibraryEvent): void
  /** Model files were installed or removed: the engine must load them. */
  onInstalled(): Promise<void>
  log: Log
}

const installedIds = (models: readonly ModelInfo[]) =>
  models
    .filter((model) => model.state === 'installed')
    .map((model) => model.id)
    .join(' ')

/**
 * Model files of this machine: installs them one job at a time, reports the progress, and makes the engine load them.
 */
export class ModelStore {
  readonly #dependencies: ModelStoreDependencies
  readonly #installer: Installer
  #job: { abort: AbortController; done: Promise<void> } | null = null
  /** The models that the engine has loaded. */
  #loaded: string

  constructor(dependencies: ModelStoreDependencies) {
    this.#dependencies = dependencies
    this.#installer = dependencies.installer
    this.#loaded = installedIds(this.#installer.list())
  }

  async list(): Promise<ModelInfo[]> {
    return this.#installer.list()
  }

  /**
   * Starts an installation of a set, or of one model of it, unless one is running; progress is published as
   * `models.changed`.
   */
  install(set: ModelSet, id?: string): void {
    if (this.#job !== null) return
    const { log } = this.#dependencies
    const abort = new AbortController()
    const done = this.#run({ set, id }, abort.signal)
      .catch((error: unknown) => log.error('Installed models could not be loaded', { error: stackOf(error) }))
      .finally(() => {
        this.#job = null
      })
    this.#job = { abort, done }
  }

  cancelInstall(): void {
    this.#job?.abort.abort()
  }

  /** Installs the content of a folder, after the running installation. */
  async installFrom(folder: string): ReturnType<Installer['installFrom']> {
    await this.#job?.done
    const before = installedIds(this.#installer.list())
    const report = await this.#installer.installFrom(folder)
    await this.#load(before)
    return this.#addPair(report, folder)
  }

  /** Removes a model of the larger set, after the running installation; photos are then analysed without it. */
  async remove(id: string): Promise<void> {
    await this.#job?.done
    const before = installedIds(this.#installer.list())
    await this.#installer.remove(id)
    await this.#load(before)
  }

  /** Another process, such as the command line, may have installed or removed models. */
  async refresh(): Promise<void> {
    await this.#job?.done
    if (installedIds(this.#installer.list()) !== this.#loaded) await this.#load(this.#loaded)
  }

  /** Cancels the running installation and waits for it. */
  async close(): Promise<void> {
    this.#job?.abort.abort()
    await this.#job?.done
  }

  /** A pair counts like a model, and none of its files is left out. */
  async #addPair(report: FolderReport, folder: string): Promise<FolderReport> {
    const found = await this.#dependencies.pair.installFrom(folder)
    if (found === null) return report
    const { pair, isNew, files } = found
    return {
      installed: isNew ? [...report.installed, pair.title] : report.installed,
      present: isNew ? report.present : [...report.present, pair.title],
      skipped: report.skipped.filter(({ file }) => !files.includes(file)),
    }
  }

  async #run({ set, id }: { set: ModelSet; id?: string }, signal: AbortSignal): Promise<void> {
    const before = installedIds(this.#installer.list())
    try {
      await this.#installer.install(set, { id, signal, onProgress: (models) => this.#publish(models) })
    } catch (error) {
      // Each model that failed is published with its problem.
      if (!signal.aborted) this.#dependencies.log.warn('Not all models could be installed', { error: messageOf(error) })
    }
    await this.#load(before)
  }

  async #load(before: string): Promise<void> {
    this.#loaded = installedIds(this.#installer.list())
    if (this.#loaded !== before) await this.#dependencies.onInstalled()
    this.#publish(this.#installer.list())
  }

  #publish(models: ModelInfo[]): void {
    this.#dependencies.publish({ type: 'models.changed', models })
  }
}
