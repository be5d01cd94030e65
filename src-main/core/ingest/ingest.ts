import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import { AppError } from '../../contract/errors.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host.ts'
import { examine } from './examine.ts'
import type { MetadataPass } from './metadata-pass.ts'
import type { Reconciled } from './reconcile.ts'
import { isReachable, scan } from './scan.ts'
import type { FoundFile } from './walk.ts'
import { createWatchedRoots } from './watched-roots.ts'
import { removeRootInPieces } from './remove-root.ts'

/** Keeps the catalogue in line with the watched folders. Scans run one after the other. */
export type Ingest = {
  /** Begins to watch, and finds what changed while the library was closed. */
  start(): void
  /**
   * Adds a folder, or looks through it again where it is watched already. Throws `not-a-folder` or `folder-overlaps`.
   */
  addRoot(folder: string): Promise<RootRow>
  /** Takes a folder's photos out; returns their ids. */
  removeRoot(rootId: number): Promise<number[]>
  rescan(rootId?: number): void
  /** Looks at one file again, as the engine did not find it. */
  recheck(file: string): Promise<void>
  progress(): { isScanning: boolean; scanned: number }
  idle(): Promise<void>
  close(): Promise<void>
}

export type IngestParts = {
  catalog: Catalog
  hub: EventHub
  log: Log
  metadata: MetadataPass
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Folder for the watchers' snapshots. */
  snapshotDir: string
  isWatching: boolean
  /** Rows are waiting for analysis. */
  onWork(): void
  onProgress(): void
}

/** Files written this recently may still grow: they are looked at again. */
const RECENT_MS = 2_000

/** Creates the ingest; it does nothing before it is started or asked. */
export function createIngest(parts: IngestParts): Ingest {
  const { catalog, hub, log, metadata, excluded, snapshotDir, isWatching, onWork, onProgress } = parts
  const queue = new PQueue({ concurrency: 1 })
  const watched = createWatchedRoots({
    settings: catalog.settings,
    log,
    excluded,
    snapshotDir,
    onSettled: (id, paths) => void enqueue(id, (root) => look(root, paths)),
    onLost: (id) => rescan(id),
  })
  let scanned = 0
  let isClosed = false

  const rootOf = (id: number) => catalog.folders.roots().find((root) => root.id === id)
  const report = ({ changed, hasWork }: Reconciled) => {
    hub.photosChanged(changed)
    if (!hasWork) return
    metadata.kick()
    onWork()
  }
  const lookAgain = (root: RootRow, files: readonly FoundFile[]) => {
    const recent = files.filter((file) => file.modifiedMs > Date.now() - RECENT_MS)
    watched.of(root.id).settler.add(recent.map((file) => path.join(root.path, file.folder, file.name)))
  }
  /** Runs a job on a root when its turn comes; a job of a root that is gone by then is dropped. */
  const enqueue = (id: number, job: (root: RootRow) => Promise<void>): Promise<void> => {
    if (isClosed) return Promise.resolve()
    if (queue.size + queue.pending === 0) scanned = 0
    const { signal } = watched.of(id).abort
    const run = async () => {
      const root = rootOf(id)
      if (root === undefined || signal.aborted) return
      await job(root).catch((error: unknown) => {
        if (!signal.aborted)
          log.error('Looking through a folder failed', {
            folder: root.path,
            error: error instanceof Error ? error.stack : String(error),
          })
      })
    }
    const done = queue.add(run)
    onProgress()
    void queue.onIdle().then(onProgress)
    return done
  }
  const scanWhole = async (root: RootRow) => {
    if (!(await isReachable(root.path))) return lose(root)
    if (!root.isAvailable) {
      catalog.folders.setAvailable(root.id, true)
      hub.publish({ type: 'folders.changed' })
    }
    const isThere = await scan(catalog, root, {
      excluded,
      signal: watched.of(root.id).abort.signal,
      onBatch(result, files) {
        scanned += files.length
        report(result)
        lookAgain(root, files)
        onProgress()
      },
    })
    if (!isThere) return lose(root)
    metadata.kick()
    hub.publish({ type: 'folders.changed' })
  }
  const look = async (root: RootRow, paths: readonly string[]) => {
    const result = await examine(catalog, root, paths, { excluded, signal: watched.of(root.id).abort.signal })
    if (result.isRootGone) return lose(root)
    scanned += result.found.length
    report(result)
    for (const file of result.sidecarsOf) {
      const id = catalog.files.findByPath(file)
      if (id !== null) await metadata.reread(id, file)
    }
    if (result.changed.length > 0) hub.publish({ type: 'folders.changed' })
  }
  /** The photos of a folder that cannot be reached are kept as missing; they are back when it is. */
  const lose = async (root: RootRow) => {
    log.warn('A folder cannot be reached; its photos are kept', { folder: root.path })
    catalog.folders.setAvailable(root.id, false)
    const present = catalog.files.known(root.id).filter((file) => !file.isMissing)
    if (present.length > 0) catalog.files.markMissing(present.map((file) => file.fileId))
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
    if (!isWatching) return
    await watched.unwatch(root.id)
    watched.awaitReturn(root, () => begin(root.id))
  }
  /** Watches first and looks then, so that nothing falls between. */
  const begin = (id: number): void => {
    void enqueue(id, async (root) => {
      if (!(await isReachable(root.path))) return lose(root)
      if (isWatching) await watched.watch(root)
      const changes = await watched.changesWhileClosed(root)
      if (changes === null) await scanWhole(root)
      else watched.of(id).settler.add(changes)
    })
  }
  const rescan = (id?: number): void => {
    const ids = id === undefined ? catalog.folders.roots().map((root) => root.id) : [id]
    for (const each of ids) if (rootOf(each)) void enqueue(each, scanWhole)
  }
  return {
    start() {
      for (const root of catalog.folders.roots()) begin(root.id)
      metadata.kick()
    },
    rescan,
    async addRoot(folder) {
      const full = await realFolder(folder)
      const present = catalog.folders.roots().find((root) => root.path === full)
      const root = present ?? catalog.folders.addRoot(full)
      hub.publish({ type: 'folders.changed' })
      if (present === undefined) begin(root.id)
      else rescan(root.id)
      return root
    },
    async removeRoot(id) {
      watched.of(id).abort.abort()
      watched.of(id).settler.close()
      await watched.unwatch(id)
      // The job under way ends at its next step; the rows go after it.
      const gone = await queue.add(() => removeRootInPieces(catalog.folders, id), { priority: 1 })
      await watched.forget(id)
      hub.everythingChanged()
      hub.publish({ type: 'folders.changed' })
      return gone
    },
    async recheck(file) {
      const root = catalog.folders.roots().find((each) => file.startsWith(each.path + path.sep))
      // Not in the queue: a long scan may be under way, and a photo of the pipeline waits for this.
      if (root !== undefined && !isClosed) await look(root, (await isReachable(root.path)) ? [file] : [root.path])
    },
    progress: () => ({ isScanning: queue.size + queue.pending > 0, scanned }),
    async idle() {
      const isBusy = () => queue.size + queue.pending > 0 || [...watched.all()].some((state) => !state.settler.isEmpty)
      do {
        for (const { settler } of watched.all()) await settler.idle()
        await queue.onIdle()
        await metadata.idle()
      } while (isBusy() && !isClosed)
    },
    async close() {
      const isQuiet = queue.size + queue.pending === 0
      isClosed = true
      for (const { abort } of watched.all()) abort.abort()
      await queue.onIdle()
      await metadata.close()
      if (isQuiet)
        await watched
          .keepSnapshots()
          .catch((error: unknown) =>
            log.warn('No snapshot could be kept; the next start looks through everything', { error: String(error) }),
          )
      await watched.close()
    },
  }
}

async function realFolder(folder: string): Promise<string> {
  const full = await realpath(path.resolve(folder)).catch((cause: unknown) => {
    throw new AppError('not-a-folder', `${path.resolve(folder)} does not exist; check its spelling.`, { cause })
  })
  if (!(await stat(full)).isDirectory())
    throw new AppError('not-a-folder', `${full} is a file, not a folder; add the folder it lies in.`)
  return full
}
