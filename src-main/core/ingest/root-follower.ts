import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import { describeWatchError } from './watching/watch-error.ts'
import { probeRoot, type RootProbe } from './probe-root.ts'
import type { RootJobs } from './root-jobs.ts'
import type { ExamineCare, RootScanner } from './root-scanner.ts'
import type { RootState } from './root-state.ts'
import type { WatchedRoot, WatchedRoots } from './watched-roots.ts'

export type RootFollowerDependencies = {
  folders: Pick<Catalog['folders'], 'sample'>
  jobs: Pick<RootJobs, 'add' | 'forget' | 'isClosed'>
  watched: Pick<WatchedRoots, 'watch' | 'unwatch' | 'awaitReturn'> & {
    of(id: number): Pick<WatchedRoot, 'abort'>
  }
  scanner: Pick<RootScanner, 'scan' | 'scanQuickly' | 'examine'>
  state: Pick<RootState, 'present' | 'lost' | 'watching' | 'unusable'>
  isWatching: boolean
}

/** Keeps to a root: watches it and looks through it while it is there, and waits for it while it is not. */
export class RootFollower {
  readonly #dependencies: RootFollowerDependencies
  /** Roots with a scan that has not begun; one that left the library and came back is another one. */
  readonly #waitingScans = new WeakSet<AbortSignal>()

  constructor(dependencies: RootFollowerDependencies) {
    this.#dependencies = dependencies
  }

  /** Begins to watch a root, and finds what changed before. */
  follow(id: number): void {
    this.#enqueue(id, (root, signal) => this.#follow(root, signal))
  }

  /** Begins anew: the root is to be watched in another way, or another folder is at its path. */
  followAnew(id: number): void {
    this.#enqueue(id, async (root, signal) => {
      await this.#dependencies.watched.unwatch(id)
      await this.#follow(root, signal)
    })
  }

  /** Looks through a root; one scan that waits is enough. */
  scan(id: number): void {
    const { signal } = this.#dependencies.watched.of(id).abort
    if (this.#waitingScans.has(signal)) return
    this.#waitingScans.add(signal)
    this.#enqueue(id, (root) => {
      this.#waitingScans.delete(signal)
      return this.scanNow(root, signal)
    })
  }

  async scanNow(root: RootRow, signal: AbortSignal): Promise<void> {
    await this.#orLose(root, () => this.#dependencies.scanner.scan(root, signal))
  }

  /** The same for a root that is looked through at intervals; resolves with the milliseconds that took. */
  async look(id: number): Promise<number> {
    let tookMs = 0
    const job = async (root: RootRow, signal: AbortSignal): Promise<void> => {
      const beganMs = performance.now()
      await this.scanNow(root, signal)
      tookMs = performance.now() - beganMs
    }
    const { jobs, watched } = this.#dependencies
    await jobs.add(id, watched.of(id).abort.signal, job, { isQuiet: true })
    return tookMs
  }

  /** Looks at places of a root about which events told. */
  examine(id: number, paths: readonly string[]): void {
    this.#enqueue(id, (root, signal) => this.examineNow(root, paths, signal))
  }

  async examineNow(
    root: RootRow,
    paths: readonly string[],
    signal: AbortSignal,
    care: ExamineCare = {},
  ): Promise<void> {
    await this.#orLose(root, () => this.#dependencies.scanner.examine(root, paths, signal, care))
  }

  /** Something happened to the root's own folder: it may be gone, or another one. */
  check(id: number): void {
    this.#enqueue(id, async (root) => {
      const probe = await this.#probe(root)
      if (probe.state !== 'present') return this.#lose(root)
      const { volume, inode } = probe.identity
      if (volume !== root.volume || inode !== root.inode) this.followAnew(id)
    })
  }

  /** Names one photo whose name cannot be used; the next scan counts them all. */
  noteUnusable(id: number, place: string): void {
    this.#enqueue(id, async (root) => {
      if (root.problems.unusable === undefined)
        this.#dependencies.state.unusable(root, [path.relative(root.path, place)])
    })
  }

  /** The root's watch ended by itself. */
  watchEnded(id: number, error: unknown): void {
    this.#enqueue(id, async (root) => {
      const { watched, state } = this.#dependencies
      await watched.unwatch(id)
      await watched.watch({ ...root, watching: 'polling' })
      state.watching(root, describeWatchError(root.path, error))
    })
  }

  /** Watches first and looks then, so that nothing falls between. */
  async #follow(root: RootRow, signal: AbortSignal): Promise<void> {
    const { isWatching, watched, state, scanner } = this.#dependencies
    const probe = await this.#probe(root)
    if (probe.state !== 'present') return this.#lose(root)
    state.present(root, probe.identity)
    if (isWatching) state.watching(root, await watched.watch(root))
    signal.throwIfAborted()
    if (await this.#orLose(root, () => scanner.scanQuickly(root, signal))) await this.scanNow(root, signal)
  }

  /** A look that fails because the root went away in the middle of it is no failure. False where the root is lost. */
  async #orLose(root: RootRow, look: () => Promise<boolean>): Promise<boolean> {
    try {
      if (await look()) return true
    } catch (error) {
      if ((await this.#probe(root)).state === 'present') throw error
    }
    await this.#lose(root)
    return false
  }

  #probe(root: RootRow): Promise<RootProbe> {
    return probeRoot(this.#dependencies.folders, root)
  }

  async #lose(root: RootRow): Promise<void> {
    const { isWatching, jobs, watched, state } = this.#dependencies
    const probe = await this.#probe(root)
    if (probe.state === 'present') return this.followAnew(root.id)
    state.lost(root, probe.problem)
    jobs.forget(root.id)
    if (!isWatching || jobs.isClosed) return
    await watched.unwatch(root.id)
    watched.awaitReturn(root, {
      isBack: () => this.#isBack(root),
      onReturn: () => this.follow(root.id),
    })
  }

  /** While it is not, why may change: the drive is there again, and may not be read. */
  async #isBack(root: RootRow): Promise<boolean> {
    const probe = await this.#probe(root)
    if (probe.state === 'present') return true
    if (this.#dependencies.jobs.isClosed) return false
    this.#dependencies.state.lost({ ...root, isAvailable: false }, probe.problem)
    return false
  }

  #enqueue(id: number, job: (root: RootRow, signal: AbortSignal) => Promise<void>): void {
    const { jobs, watched } = this.#dependencies
    void jobs.add(id, watched.of(id).abort.signal, job)
  }
}
