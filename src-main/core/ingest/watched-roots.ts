import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { messageOf } from '../../contract/errors.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { awaitReturn, type AwaitReturn } from './await-return.ts'
import { Settler } from './settle.ts'
import { changesSince, watchFolder, type Watch } from './watch.ts'

/** What is held for one root while the library is open. Jobs on the root end when `abort` does. */
export type WatchedRoot = {
  settler: Settler
  abort: AbortController
  watch: Watch | null
  comingBack: AwaitReturn | null
}

export type WatchedRootsDependencies = {
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
const EVENT_DELAY_MS = 75

const cleanKey = (id: number) => `watch.clean.${id}`

/** The watches of all roots, and what they leave behind for the next start. It watches nothing before `watch`. */
export class WatchedRoots {
  readonly #dependencies: WatchedRootsDependencies
  readonly #roots = new Map<number, WatchedRoot>()

  constructor(dependencies: WatchedRootsDependencies) {
    this.#dependencies = dependencies
  }

  of(id: number): WatchedRoot {
    const present = this.#roots.get(id)
    if (present !== undefined) return present
    const created: WatchedRoot = {
      settler: new Settler((paths) => this.#dependencies.onSettled(id, paths)),
      abort: new AbortController(),
      watch: null,
      comingBack: null,
    }
    this.#roots.set(id, created)
    return created
  }

  all(): Iterable<WatchedRoot> {
    return this.#roots.values()
  }

  /** Begins to watch; does nothing where it is watched already. */
  async watch({ id, path: folder }: RootRow): Promise<void> {
    const { excluded, log, onLost } = this.#dependencies
    const root = this.of(id)
    root.watch ??= await watchFolder({
      folder,
      excluded,
      log,
      onPaths: (paths) => root.settler.add(paths),
      onLost: () => onLost(id),
    })
  }

  async unwatch(id: number): Promise<void> {
    const root = this.#roots.get(id)
    if (root === undefined) return
    root.comingBack?.close()
    await root.watch
      ?.close()
      .catch((error: unknown) =>
        this.#dependencies.log.warn('A watch did not end cleanly', { error: messageOf(error) }),
      )
    Object.assign(root, { watch: null, comingBack: null })
  }

  /** Calls once when the root's folder is there again. */
  awaitReturn({ id, path: folder }: RootRow, onReturn: () => void): void {
    this.of(id).comingBack = awaitReturn(folder, onReturn)
  }

  /**
   * What changed since the last clean close, or null where that is not known. To be asked once, before anything else is
   * done.
   */
  async changesWhileClosed({ id, path: folder, isAvailable }: RootRow): Promise<string[] | null> {
    const { excluded, settings } = this.#dependencies
    const isClean = settings.getState(cleanKey(id)) === 'yes'
    settings.setState(cleanKey(id), null)
    return isClean && isAvailable ? changesSince(folder, this.#snapshotOf(id), excluded) : null
  }

  /** After this, `changesWhileClosed` knows; after a crash it does not, and everything is looked through. */
  async keepSnapshots(): Promise<void> {
    const kept: [number, WatchedRoot][] = []
    for (const [id, root] of this.#roots) {
      if (root.watch !== null && root.settler.isEmpty && (await root.watch.keepSnapshot(this.#snapshotOf(id))))
        kept.push([id, root])
    }
    if (kept.length > 0) await setTimeout(EVENT_DELAY_MS)
    for (const [id, root] of kept) if (root.settler.isEmpty) this.#dependencies.settings.setState(cleanKey(id), 'yes')
  }

  /** The root left the library: ends its watch and removes what was kept for the next start. */
  async remove(id: number): Promise<void> {
    await this.unwatch(id)
    this.#roots.delete(id)
    this.#dependencies.settings.setState(cleanKey(id), null)
    await rm(this.#snapshotOf(id), { force: true })
  }

  async close(): Promise<void> {
    for (const [id, { settler }] of this.#roots) {
      settler.close()
      await this.unwatch(id)
    }
  }

  #snapshotOf(id: number): string {
    return path.join(this.#dependencies.snapshotDir, `${id}.snapshot`)
  }
}
