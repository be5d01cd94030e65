import type { Text } from '../../contract/sentences/text.ts'
import { messageOf, stackOf } from '../../contract/errors.ts'
import type { RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { findExcluded } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { AwaitReturn, type AwaitReturnOptions } from './watching/await-return.ts'
import { EventFlood } from './watching/event-flood.ts'
import { MountWatch } from './watching/mount-watch.ts'
import { Settler } from './watching/settle.ts'
import { watchFolder } from './watching/watch.ts'
import type { Watch } from './watching/watch-options.ts'

/** What is held for one root while the library is open. Jobs on the root end when `abort` does. */
export type WatchedRoot = {
  settler: Settler
  abort: AbortController
  watch: Watch | null
  comingBack: AwaitReturn | null
}

export type WatchedRootsDependencies = {
  log: Log
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Which links are followed now. */
  findFollowed(): Promise<MayFollow>
  /** Places of a root about which nothing changes any more. */
  onSettled(id: number, paths: string[]): void
  /** Events were lost, or came too many to hold: the root is to be looked through. */
  onLost(id: number): void
  /** A photo came whose name cannot be used. */
  onUnusable(id: number, place: string): void
  /** The root's own folder may be gone, or another one. */
  onFolder(id: number): void
  /** The root is no longer watched. */
  onEnd(id: number, error: unknown): void
  /** Looks through a root that is watched by looking at it; resolves with the milliseconds that took. */
  look(id: number): Promise<number>
}

/** The watches of all roots. It watches nothing before `watch` or `awaitReturn`. */
export class WatchedRoots {
  readonly #dependencies: WatchedRootsDependencies
  readonly #roots = new Map<number, WatchedRoot>()
  readonly #flood = new EventFlood(() => this.#loseAll())
  readonly #mounts = new MountWatch(() => this.#checkAll())

  constructor(dependencies: WatchedRootsDependencies) {
    this.#dependencies = dependencies
  }

  of(id: number): WatchedRoot {
    const present = this.#roots.get(id)
    if (present !== undefined) return present
    const { onSettled, onLost } = this.#dependencies
    const settler = new Settler({ onSettled: (paths) => onSettled(id, paths), onTooMany: () => onLost(id) })
    const created: WatchedRoot = { settler, abort: new AbortController(), watch: null, comingBack: null }
    this.#roots.set(id, created)
    return created
  }

  /** The roots that something is held for. */
  ids(): number[] {
    return [...this.#roots.keys()]
  }

  all(): Iterable<WatchedRoot> {
    return this.#roots.values()
  }

  /**
   * Begins to watch; does nothing where it is watched already. Returns why the root is not watched as it was to be, as
   * a sentence, else an empty text.
   */
  async watch({ id, path: folder, watching: mode }: RootRow): Promise<Text | null> {
    const { excluded, findFollowed, log, onLost, onUnusable, onFolder, onEnd, look } = this.#dependencies
    const root = this.of(id)
    this.#mounts.start()
    if (root.watch !== null) return root.watch.problem
    const watch = await watchFolder({
      folder,
      mode,
      excluded: await findExcluded(excluded),
      findFollowed,
      log,
      onEvent: () => this.#flood.count(),
      onPaths: (paths) => root.settler.add(paths),
      onLost: () => onLost(id),
      onUnusable: (place) => onUnusable(id, place),
      onFolder: () => onFolder(id),
      onEnd: (error) => onEnd(id, error),
      look: () => look(id),
    })
    root.watch = watch
    if (root.abort.signal.aborted) await this.#end(root) // It left the library meanwhile.
    return watch.problem
  }

  async unwatch(id: number): Promise<void> {
    const root = this.#roots.get(id)
    if (root !== undefined) await this.#end(root)
  }

  async #end(root: WatchedRoot): Promise<void> {
    root.comingBack?.close()
    try {
      await root.watch?.close()
    } catch (error) {
      this.#dependencies.log.warn('A watch did not end cleanly', { error: messageOf(error) })
    }
    Object.assign(root, { watch: null, comingBack: null })
  }

  /** Waits for a root whose folder is not there or may not be read. A look that fails is followed by the next one. */
  awaitReturn({ id, path: folder }: RootRow, options: AwaitReturnOptions): void {
    const root = this.of(id)
    this.#mounts.start()
    root.comingBack?.close()
    const isBack = () =>
      options.isBack().catch((error: unknown) => {
        this.#dependencies.log.warn('How a folder stands could not be noted', { folder, error: stackOf(error) })
        return false
      })
    root.comingBack = new AwaitReturn(folder, { ...options, isBack })
  }

  /** The root left the library. */
  async remove(id: number): Promise<void> {
    const root = this.#roots.get(id)
    this.#roots.delete(id)
    root?.abort.abort()
    root?.settler.close()
    if (root !== undefined) await this.#end(root)
  }

  async close(): Promise<void> {
    this.#mounts.close()
    for (const [id, { settler }] of this.#roots) {
      settler.close()
      await this.unwatch(id)
    }
  }

  #loseAll(): void {
    this.#dependencies.log.warn('Too many changes came at once; the folders are looked through')
    for (const [id, { watch }] of this.#roots) if (watch !== null) this.#dependencies.onLost(id)
  }

  #checkAll(): void {
    for (const [id, { watch, comingBack }] of this.#roots) {
      if (watch !== null) this.#dependencies.onFolder(id)
      comingBack?.check()
    }
  }
}
