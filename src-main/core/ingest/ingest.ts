import { EventEmitter } from 'node:events'
import path from 'node:path'
import { messageOf } from '../../contract/errors.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import type { MetadataPass } from './metadata-pass.ts'
import { realFolder } from './real-folder.ts'
import { removeRootInPieces } from './remove-root.ts'
import { RootJobs } from './root-jobs.ts'
import { RootScanner } from './root-scanner.ts'
import { isReachable } from './scan.ts'
import { WatchedRoots } from './watched-roots.ts'

export type IngestDependencies = {
  catalog: Catalog
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  log: Log
  metadata: MetadataPass
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Folder for the watchers' snapshots. */
  snapshotDir: string
  isWatching: boolean
}

export type IngestEvents = {
  /** Rows are waiting for analysis. */
  work: []
  /** What `progress()` returns may have changed. */
  progress: []
}

/**
 * Keeps the catalogue in line with the watched folders. Scans run one after the other; nothing runs before `start` or
 * another call.
 */
export class Ingest extends EventEmitter<IngestEvents> {
  readonly #dependencies: IngestDependencies
  readonly #jobs: RootJobs
  readonly #watched: WatchedRoots
  readonly #scanner: RootScanner

  constructor(dependencies: IngestDependencies) {
    super()
    const { catalog, log } = dependencies
    this.#dependencies = dependencies
    this.#jobs = new RootJobs({ findRoot: (id) => this.#findRoot(id), onProgress: () => this.emit('progress'), log })
    this.#watched = new WatchedRoots({
      ...dependencies,
      settings: catalog.settings,
      onSettled: (id, paths) => this.#enqueue(id, (root, signal) => this.#examine(root, paths, signal)),
      onLost: (id) => this.rescan(id),
    })
    this.#scanner = new RootScanner({
      ...dependencies,
      onScanned: (files) => this.#countScanned(files),
      onRecent: (root, paths) => this.#watched.of(root.id).settler.add(paths),
      onWork: () => this.emit('work'),
    })
  }

  /** Begins to watch, and finds what changed while the library was closed. */
  start(): void {
    for (const root of this.#dependencies.catalog.folders.roots()) this.#follow(root.id)
    this.#dependencies.metadata.schedule()
  }

  /**
   * Adds a folder, or looks through it again where it is watched already. Throws `not-a-folder` or `folder-overlaps`.
   */
  async addRoot(folder: string): Promise<RootRow> {
    const { catalog, hub } = this.#dependencies
    const full = await realFolder(folder)
    const present = catalog.folders.roots().find((root) => root.path === full)
    const root = present ?? catalog.folders.addRoot(full)
    hub.publish({ type: 'folders.changed' })
    if (present === undefined) this.#follow(root.id)
    else this.rescan(root.id)
    return root
  }

  /** Takes a folder's photos out; returns their ids. */
  async removeRoot(id: number): Promise<number[]> {
    const { catalog, hub } = this.#dependencies
    const { abort, settler } = this.#watched.of(id)
    abort.abort()
    settler.close()
    await this.#watched.unwatch(id)
    // The job in progress ends at its next step; the rows go after it.
    const removed = await this.#jobs.addNext(() => removeRootInPieces(catalog.folders, id))
    await this.#watched.remove(id)
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
    return removed
  }

  /** Looks through one root, or through all. */
  rescan(id?: number): void {
    const ids = id === undefined ? this.#dependencies.catalog.folders.roots().map((root) => root.id) : [id]
    for (const each of ids) if (this.#findRoot(each)) this.#enqueue(each, (root, signal) => this.#scan(root, signal))
  }

  /**
   * Looks at one file again, as the engine did not find it. It does not queue: a long scan may be in progress, and a
   * photo of the analysis waits for this.
   */
  async recheck(file: string): Promise<void> {
    const root = this.#dependencies.catalog.folders.roots().find((each) => file.startsWith(each.path + path.sep))
    if (root === undefined || this.#jobs.isClosed) return
    const place = (await isReachable(root.path)) ? file : root.path
    await this.#examine(root, [place], this.#watched.of(root.id).abort.signal)
  }

  progress(): { isScanning: boolean; scanned: number } {
    return this.#jobs.progress()
  }

  /** Resolves when no scan is left, no path waits to settle, and all metadata is read. */
  async idle(): Promise<void> {
    do {
      for (const { settler } of this.#watched.all()) await settler.idle()
      await this.#jobs.idle()
      await this.#dependencies.metadata.idle()
    } while (this.#isBusy() && !this.#jobs.isClosed)
  }

  /** Ends scans at their next step. Snapshots are kept only where nothing was in progress. */
  async close(): Promise<void> {
    const isQuiet = !this.#jobs.isBusy
    const closing = this.#jobs.close()
    for (const { abort } of this.#watched.all()) abort.abort()
    await closing
    await this.#dependencies.metadata.close()
    if (isQuiet) await this.#keepSnapshots()
    await this.#watched.close()
  }

  #findRoot(id: number): RootRow | undefined {
    return this.#dependencies.catalog.folders.roots().find((root) => root.id === id)
  }

  #isBusy(): boolean {
    return this.#jobs.isBusy || [...this.#watched.all()].some(({ settler }) => !settler.isEmpty)
  }

  #countScanned(files: number): void {
    this.#jobs.countScanned(files)
    this.emit('progress')
  }

  #enqueue(id: number, job: (root: RootRow, signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#watched.of(id).abort
    void this.#jobs.add(id, signal, (root) => job(root, signal))
  }

  /** Watches first and looks then, so that nothing falls between. */
  #follow(id: number): void {
    this.#enqueue(id, async (root, signal) => {
      if (!(await isReachable(root.path))) return this.#lose(root)
      if (this.#dependencies.isWatching) await this.#watched.watch(root)
      const changes = await this.#watched.changesWhileClosed(root)
      if (changes === null) await this.#scan(root, signal)
      else this.#watched.of(id).settler.add(changes)
    })
  }

  async #scan(root: RootRow, signal: AbortSignal): Promise<void> {
    if (!(await this.#scanner.scan(root, signal))) await this.#lose(root)
  }

  async #examine(root: RootRow, paths: readonly string[], signal: AbortSignal): Promise<void> {
    if (!(await this.#scanner.examine(root, paths, signal))) await this.#lose(root)
  }

  async #lose(root: RootRow): Promise<void> {
    this.#dependencies.log.warn('A folder cannot be reached; its photos are kept', { folder: root.path })
    this.#scanner.markUnavailable(root)
    if (!this.#dependencies.isWatching) return
    await this.#watched.unwatch(root.id)
    this.#watched.awaitReturn(root, () => this.#follow(root.id))
  }

  async #keepSnapshots(): Promise<void> {
    try {
      await this.#watched.keepSnapshots()
    } catch (error) {
      const details = { error: messageOf(error) }
      this.#dependencies.log.warn('No snapshot could be kept; the next start looks through everything', details)
    }
  }
}
