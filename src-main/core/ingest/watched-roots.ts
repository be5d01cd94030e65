import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host.ts'
import { awaitReturn, type AwaitReturn } from './await-return.ts'
import { createSettler, type Settler } from './settle.ts'
import { changesSince, watchFolder, type Watch } from './watch.ts'

/** What is held for one root while the library is open. Jobs on the root end when `abort` does. */
export type WatchedRoot = {
  settler: Settler
  abort: AbortController
  watch: Watch | null
  comingBack: AwaitReturn | null
}

/** The watches of all roots, and what they leave behind for the next start. */
export type WatchedRoots = {
  of(id: number): WatchedRoot
  all(): Iterable<WatchedRoot>
  /** Begins to watch; does nothing where it is watched already. */
  watch(root: RootRow): Promise<void>
  unwatch(id: number): Promise<void>
  /** Calls once when the root's folder is there again. */
  awaitReturn(root: RootRow, onReturn: () => void): void
  /**
   * What changed since the last clean close, or null where that is not known. To be asked once, before anything else is
   * done.
   */
  changesWhileClosed(root: RootRow): Promise<string[] | null>
  /** After this, `changesWhileClosed` knows; after a crash it does not, and everything is looked through. */
  keepSnapshots(): Promise<void>
  forget(id: number): Promise<void>
  close(): Promise<void>
}

export type WatchedRootsParts = {
  settings: Pick<Catalog['settings'], 'getState' | 'setState'>
  log: Log
  excluded: readonly string[]
  snapshotDir: string
  /** Places of a root about which nothing changes any more. */
  onSettled(id: number, paths: string[]): void
  /** Events were lost. */
  onLost(id: number): void
}

/** Longest time the system's events may be on their way. */
const EVENTS_UNDER_WAY_MS = 75

/** Creates the keeper; it watches nothing yet. */
export function createWatchedRoots({
  settings,
  log,
  excluded,
  snapshotDir,
  onSettled,
  onLost,
}: WatchedRootsParts): WatchedRoots {
  const roots = new Map<number, WatchedRoot>()
  const snapshotOf = (id: number) => path.join(snapshotDir, `${id}.snapshot`)
  const cleanKey = (id: number) => `watch.clean.${id}`

  const of = (id: number): WatchedRoot => {
    const present = roots.get(id)
    if (present !== undefined) return present
    const fresh: WatchedRoot = {
      settler: createSettler((paths) => onSettled(id, paths)),
      abort: new AbortController(),
      watch: null,
      comingBack: null,
    }
    roots.set(id, fresh)
    return fresh
  }
  const unwatch = async (id: number) => {
    const root = roots.get(id)
    if (root === undefined) return
    root.comingBack?.close()
    await root.watch
      ?.close()
      .catch((error: unknown) => log.warn('A watch did not end cleanly', { error: String(error) }))
    Object.assign(root, { watch: null, comingBack: null })
  }
  return {
    of,
    all: () => roots.values(),
    unwatch,
    async watch({ id, path: folder }) {
      const root = of(id)
      root.watch ??= await watchFolder({
        folder,
        excluded,
        log,
        onPaths: (paths) => root.settler.add(paths),
        onLost: () => onLost(id),
      })
    },
    awaitReturn({ id, path: folder }, onReturn) {
      of(id).comingBack = awaitReturn(folder, onReturn)
    },
    async changesWhileClosed({ id, path: folder, isAvailable }) {
      const isClean = settings.getState(cleanKey(id)) === 'yes'
      settings.setState(cleanKey(id), null)
      return isClean && isAvailable ? changesSince(folder, snapshotOf(id), excluded) : null
    },
    async keepSnapshots() {
      const kept: [number, WatchedRoot][] = []
      for (const [id, root] of roots) {
        if (root.watch !== null && root.settler.isEmpty && (await root.watch.keepSnapshot(snapshotOf(id))))
          kept.push([id, root])
      }
      if (kept.length > 0) await setTimeout(EVENTS_UNDER_WAY_MS)
      for (const [id, root] of kept) if (root.settler.isEmpty) settings.setState(cleanKey(id), 'yes')
    },
    async forget(id) {
      await unwatch(id)
      roots.delete(id)
      settings.setState(cleanKey(id), null)
      await rm(snapshotOf(id), { force: true })
    },
    async close() {
      for (const [id, { settler }] of roots) {
        settler.close()
        await unwatch(id)
      }
    },
  }
}
