import type { BigIntStats } from 'node:fs'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { AppError, messageOf, stackOf } from '../../contract/errors.ts'
import type { WatchMode } from '../../contract/library/folder.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { Catalog, RootProblemKind, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { examine, type Examined, type ExamineOptions, scan, type ScanReport } from './examine.ts'
import { retryOutOfReach } from './retry-out-of-reach.ts'
import { FolderTimes } from './folder-times.ts'
import { PostponedChecks } from './postponed-checks.ts'
import type { MetadataScan } from './metadata-scan.ts'
import { describeOutside, describeUnreadable, describeUnusable } from './places/describe-access.ts'
import { findExcluded } from './places/excluded-folders.ts'
import { followWithin, type MayFollow } from './places/followed-links.ts'
import { realFolder } from './places/real-folder.ts'
import type { FolderIdentity } from './places/volume.ts'
import { findReturned, holdsItsPhotos, probeRoot, type RootProbe } from './probe-root.ts'
import { quickCheck } from './quick-check.ts'
import type { FoundFile } from './reconcile/found-file.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'
import { Reunions } from './reconcile/reunite.ts'
import { AwaitReturn } from './watching/await-return.ts'
import { EventFlood } from './watching/event-flood.ts'
import { MountWatch } from './watching/mount-watch.ts'
import { describeWatchError, Settler, type Watch, watchFolder } from './watching/watch.ts'
import type { Reconciled } from './reconciler.ts'
import { type RootJob, RootJobs } from './root-jobs.ts'

export type IngestDependencies = {
  catalog: Catalog
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  log: Log
  metadata: Pick<MetadataScan, 'schedule' | 'reread' | 'readOnce' | 'idle' | 'close'>
  /** Reads files whose stats do not identify them. */
  readers: EvidenceReaders
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Folders besides the watched ones into which links are followed; called at each scan. */
  allowed(): Promise<readonly string[]>
  /** Folder for the saved times of each root's folders. */
  snapshotDir: string
  isWatching: boolean
}

export type IngestEvents = {
  /** Rows are waiting for analysis. */
  work: []
  /** A folder that was away is back: its photos can be read again. */
  back: []
  /** Photos left, since their file turned out to be that of an older photo. */
  reunited: [gone: number[]]
  /** What `progress()` returns may have changed. */
  progress: []
}

/** State of one root while the library is open. Jobs on the root end when `abort` does. */
type HeldRoot = {
  settler: Settler
  abort: AbortController
  watch: Watch | null
  comingBack: AwaitReturn | null
  /** A scan that has not begun; another one would find the same. */
  isScanWaiting: boolean
}

/** How carefully places are checked. */
type ExamineCare = Pick<ExamineOptions, 'isPatient' | 'isThorough'>

/** A file that cannot be decided yet is checked again after this pause. */
const RECHECK_PAUSE_MS = 500
/** Files written this recently may still grow: they are checked again. */
const RECENT_MS = 2_000
/** After this many checks, files that keep moving are taken as they are. */
const MAX_FAILURES = 5

/**
 * Keeps the catalogue up to date with the watched folders: watches and scans each one while it is there, and waits for
 * it while it is away. Scans run one after another; nothing runs before `start` or another call.
 */
export class Ingest extends EventEmitter<IngestEvents> {
  readonly #dependencies: IngestDependencies
  readonly #jobs: RootJobs
  readonly #roots = new Map<number, HeldRoot>()
  readonly #flood = new EventFlood(() => this.#loseAll())
  readonly #mounts = new MountWatch(() => this.#checkAll())
  readonly #reunions: Reunions
  readonly #later = new PostponedChecks()
  #isStarted = false
  /** Files being checked outside the jobs. */
  #rechecks = 0
  /** Consecutive scans that met moving files. */
  #moving = 0
  #isConcluding = false
  /** Resolves when folders that left the library are released. */
  #leaving: Promise<unknown> = Promise.resolve()

  constructor(dependencies: IngestDependencies) {
    super()
    this.#dependencies = dependencies
    this.#reunions = new Reunions(dependencies.catalog)
    this.#jobs = new RootJobs({
      findRoot: (id) => this.#findRoot(id),
      scan: (root, signal) => this.#scan(root, signal),
      onProgress: () => {
        this.emit('progress')
        this.#workIfQuiet()
      },
      log: dependencies.log,
    })
  }

  /** Begins to watch, and finds changes from the time while the library was closed. */
  start(): void {
    this.#isStarted = true
    for (const root of this.#dependencies.catalog.folders.roots()) this.#follow(root.id)
    this.#dependencies.metadata.schedule()
  }

  /**
   * Adds a folder, or scans it again if it is already watched. The folder of a drive that was away, and is now at
   * another path, is the watched folder it was. Throws `not-a-folder` or `folder-overlaps`.
   */
  async addRoot(folder: string): Promise<RootRow> {
    const { catalog } = this.#dependencies
    const full = await realFolder(folder)
    const roots = catalog.folders.roots()
    const present = roots.find((root) => root.path === full)
    const returned = present === undefined ? await findReturned(catalog.folders, roots, full) : null
    if (returned !== null) return this.#relocate(returned.id, full)
    const root = present ?? catalog.folders.addRoot(full)
    if (present === undefined) this.#tellOfFolder()
    if (present === undefined) this.#follow(root.id)
    else this.rescan(root.id)
    this.#checkLinks()
    return root
  }

  /**
   * Moves a watched folder to another path; its photos keep all their data. Throws `folder-not-found`, `not-a-folder`,
   * also if its photos are not in the new one, or `folder-overlaps`.
   */
  async relocateRoot(id: number, folder: string): Promise<RootRow> {
    const { folders } = this.#dependencies.catalog
    const full = await realFolder(folder)
    const root = this.#findRoot(id)
    if (root !== undefined && !(await holdsItsPhotos(folders, { ...root, path: full })))
      throw new AppError('not-a-folder', say('errors.photosNotThere', { from: root.path, to: full }))
    return this.#relocate(id, full)
  }

  /**
   * Follows folders that came back to the library, and releases those that left it. Before `start` none is followed.
   */
  matchRoots(): void {
    const roots = new Set(this.#dependencies.catalog.folders.roots().map(({ id }) => id))
    const followed = [...this.#roots.keys()]
    for (const id of followed) if (!roots.has(id)) this.#letGo(id)
    const fresh = [...roots].filter((id) => this.#isStarted && !followed.includes(id))
    for (const id of fresh) this.#follow(id)
    if (fresh.length > 0) this.#checkLinks()
  }

  /** Scans one root, or all. */
  rescan(id?: number): void {
    const ids = id === undefined ? this.#dependencies.catalog.folders.roots().map((root) => root.id) : [id]
    for (const each of ids) if (this.#findRoot(each)) this.#scanSoon(each)
  }

  /** Sets how a root is watched from now on. */
  setWatching(id: number, watching: WatchMode): void {
    const { catalog, hub } = this.#dependencies
    catalog.folders.setWatching(id, watching)
    hub.publish({ type: 'folders.changed' })
    this.#followAgain(id)
  }

  /**
   * Checks one file again, because the engine did not find it. It does not queue: a long scan may be running, and a
   * photo of the analysis waits for this. While both run, neither decides by content which file is which, since the
   * other may find elsewhere what is missing here. What one of them adds or settles, the other finds recorded. If the
   * file cannot be decided yet, this takes half a second, so that nobody asks all the time.
   */
  async recheck(file: string): Promise<void> {
    const { folders } = this.#dependencies.catalog
    const root = folders.roots().find((each) => file.startsWith(each.path + path.sep))
    if (root === undefined || this.#jobs.isClosed) return
    const isPresent = (await probeRoot(folders, root)).state === 'present'
    const { signal } = this.#held(root.id).abort
    this.#rechecks += 1
    try {
      await this.#examine(root, [isPresent ? file : root.path], signal)
    } finally {
      this.#rechecks -= 1
      this.#workIfQuiet()
    }
    if (this.#later.isPostponed(root.id, path.relative(root.path, file)))
      await pause(RECHECK_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined) // aborted: closing
  }

  /** A photo's picture is known now: it may be that of a photo with a missing file. */
  noteAnalysed(photoId: number): void {
    this.#reunions.noteAnalysed(photoId)
    this.#workIfQuiet()
  }

  /** Folders are being scanned, or paths wait to settle or to be decided. */
  get isBusy(): boolean {
    return this.#jobs.isBusy || !this.#areSettled() || this.#later.hasPostponed
  }

  /** Nothing more is checked. */
  get isClosed(): boolean {
    return this.#jobs.isClosed
  }

  progress(): { isScanning: boolean; scanned: number } {
    return this.#jobs.progress()
  }

  /** Reads the metadata of a photo that was added or changed a moment ago; does nothing if that was done. */
  readMetadata(photoId: number): Promise<void> {
    return this.#dependencies.metadata.readOnce(photoId)
  }

  /** Resolves when no scan is left, no path waits for anything, and all metadata is read. */
  async idle(): Promise<void> {
    do {
      for (const { settler } of this.#roots.values()) await settler.idle()
      await this.#jobs.idle()
      await this.#dependencies.metadata.idle()
      await nextTurn()
    } while ((this.isBusy || this.#later.hasUnverified) && !this.#jobs.isClosed)
  }

  /** Ends scans at their next step. */
  async close(): Promise<void> {
    const closing = this.#jobs.close()
    for (const { abort } of this.#roots.values()) abort.abort()
    await closing
    await this.#dependencies.metadata.close()
    await this.#leaving
    this.#mounts.close()
    for (const held of this.#roots.values()) {
      held.settler.close()
      await this.#unwatch(held)
    }
  }

  /** Links that were not followed may lead into a folder that is watched from now on. */
  #checkLinks(): void {
    for (const { id, problems } of this.#dependencies.catalog.folders.roots())
      if (problems.outside !== undefined) this.rescan(id)
  }

  async #findFollowed(): Promise<MayFollow> {
    const { allowed, catalog, log } = this.#dependencies
    const others = await allowed().catch((error: unknown) => {
      log.warn('Which folders are allowed is not known, so links into them are not followed', {
        error: messageOf(error),
      })
      return []
    })
    return followWithin([...catalog.folders.roots().map((root) => root.path), ...others])
  }

  #relocate(id: number, folder: string): RootRow {
    const relocated = this.#dependencies.catalog.folders.relocateRoot(id, folder)
    this.#tellOfFolder()
    this.#followAgain(id)
    return relocated
  }

  /** It may have come back with photos and its entry of the history. */
  #tellOfFolder(): void {
    const { hub } = this.#dependencies
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
    hub.publish({ type: 'history.changed' })
  }

  /** Its saved folder times are deleted: should it come back, it gets a full scan. */
  #letGo(id: number): void {
    this.#jobs.forget(id)
    this.#later.forget(id)
    const held = this.#held(id)
    this.#roots.delete(id)
    held.abort.abort()
    held.settler.close()
    const left = [this.#unwatch(held), FolderTimes.remove(this.#timesFileOf(id))]
    this.#leaving = Promise.all([this.#leaving, ...left]).catch((error: unknown) =>
      this.#dependencies.log.warn('A folder was not let go of cleanly', { error: messageOf(error) }),
    )
  }

  #findRoot(id: number): RootRow | undefined {
    return this.#dependencies.catalog.folders.roots().find((root) => root.id === id)
  }

  #held(id: number): HeldRoot {
    const present = this.#roots.get(id)
    if (present !== undefined) return present
    const settler = new Settler({
      onSettled: (paths) => this.#examineSoon(id, paths),
      onTooMany: () => this.rescan(id),
    })
    const abort = new AbortController()
    const created: HeldRoot = { settler, abort, watch: null, comingBack: null, isScanWaiting: false }
    this.#roots.set(id, created)
    return created
  }

  // Jobs: work on a root when its turn comes

  #enqueue(id: number, job: RootJob): void {
    void this.#jobs.add(id, this.#held(id).abort.signal, job)
  }

  /** Begins to watch a root, and finds earlier changes. */
  #follow(id: number): void {
    this.#enqueue(id, (root, signal) => this.#watchAndScan(root, signal))
  }

  /** Begins again: the root is watched in another way, or another folder is at its path. */
  #followAgain(id: number): void {
    this.#enqueue(id, async (root, signal) => {
      await this.#unwatch(this.#held(id))
      await this.#watchAndScan(root, signal)
    })
  }

  /** Scans a root; one waiting scan is enough. */
  #scanSoon(id: number): void {
    const held = this.#held(id)
    if (held.isScanWaiting) return
    held.isScanWaiting = true
    this.#enqueue(id, (root, signal) => {
      held.isScanWaiting = false
      return this.#scan(root, signal)
    })
  }

  /** Scans a root that is watched at intervals; resolves with the duration in milliseconds. */
  async #scanAtInterval(id: number): Promise<number> {
    let tookMs = 0
    const job: RootJob = async (root, signal) => {
      const beganMs = performance.now()
      await this.#scan(root, signal)
      tookMs = performance.now() - beganMs
    }
    await this.#jobs.add(id, this.#held(id).abort.signal, job, { isQuiet: true })
    return tookMs
  }

  /** Checks places of a root that events named. */
  #examineSoon(id: number, paths: readonly string[]): void {
    this.#enqueue(id, (root, signal) => this.#examine(root, paths, signal))
  }

  /** Something happened to the root's own folder: it may be gone, or replaced. */
  #check(id: number): void {
    this.#enqueue(id, async (root) => {
      const probe = await this.#probe(root)
      if (probe.state !== 'present') return this.#lose(root)
      const { volume, inode } = probe.identity
      if (volume !== root.volume || inode !== root.inode) this.#followAgain(id)
    })
  }

  // Watching

  /** Watches first and scans then, so that no change is missed. */
  async #watchAndScan(root: RootRow, signal: AbortSignal): Promise<void> {
    const probe = await this.#probe(root)
    if (probe.state !== 'present') return this.#lose(root)
    this.#notePresent(root, probe.identity)
    if (this.#dependencies.isWatching) this.#setProblem(root, 'watching', await this.#watch(root))
    signal.throwIfAborted()
    const present = { ...root, ...probe.identity, isAvailable: true } // its return is reported once
    if (await this.#orLose(present, () => this.#scanQuickly(present, signal))) await this.#scan(present, signal)
  }

  /**
   * Begins to watch; does nothing if it is watched already. Returns why the root is not watched as requested, as a
   * sentence; null if it is.
   */
  async #watch({ id, path: folder, watching: mode }: RootRow): Promise<Text | null> {
    const { excluded, log } = this.#dependencies
    const held = this.#held(id)
    this.#mounts.start()
    if (held.watch !== null) return held.watch.problem
    held.watch = await watchFolder({
      folder,
      mode,
      excluded: await findExcluded(excluded),
      findFollowed: () => this.#findFollowed(),
      log,
      onEvent: () => this.#flood.count(),
      settler: held.settler,
      onLost: () => this.rescan(id),
      onUnusable: (place) => this.#noteOneUnusable(id, place),
      onFolder: () => this.#check(id),
      onEnd: (error) => this.#watchOtherwise(id, error),
      scan: () => this.#scanAtInterval(id),
    })
    const { problem } = held.watch
    if (held.abort.signal.aborted) await this.#unwatch(held) // It left the library in the meantime.
    return problem
  }

  async #unwatch(held: HeldRoot): Promise<void> {
    held.comingBack?.close()
    try {
      await held.watch?.close()
    } catch (error) {
      this.#dependencies.log.warn('A watch did not end cleanly', { error: messageOf(error) })
    }
    Object.assign(held, { watch: null, comingBack: null })
  }

  /** The root's watch ended by itself. */
  #watchOtherwise(id: number, error: unknown): void {
    this.#enqueue(id, async (root) => {
      await this.#unwatch(this.#held(id))
      await this.#watch({ ...root, watching: 'polling' })
      this.#setProblem(root, 'watching', describeWatchError(root.path, error))
    })
  }

  #loseAll(): void {
    this.#dependencies.log.warn('Too many changes came at once; the folders are looked through')
    for (const [id, { watch }] of this.#roots) if (watch !== null) this.rescan(id)
  }

  #checkAll(): void {
    for (const [id, { watch, comingBack }] of this.#roots) {
      if (watch !== null) this.#check(id)
      comingBack?.check()
    }
  }

  // Roots that are away

  /** A scan that fails because the root went away is no failure. False if the root is lost. */
  async #orLose(root: RootRow, scan: () => Promise<boolean>): Promise<boolean> {
    try {
      if (await scan()) return true
    } catch (error) {
      if ((await this.#probe(root)).state === 'present') throw error
    }
    await this.#lose(root)
    return false
  }

  #probe(root: RootRow): Promise<RootProbe> {
    return probeRoot(this.#dependencies.catalog.folders, root)
  }

  async #lose(root: RootRow): Promise<void> {
    const probe = await this.#probe(root)
    if (probe.state === 'present') return this.#followAgain(root.id)
    this.#noteLost(root, probe.problem)
    this.#jobs.forget(root.id)
    if (!this.#dependencies.isWatching || this.#jobs.isClosed) return
    const held = this.#held(root.id)
    await this.#unwatch(held)
    this.#mounts.start()
    held.comingBack = new AwaitReturn(root.path, {
      isBack: () => this.#isBack(root),
      onReturn: () => this.#follow(root.id),
    })
  }

  /**
   * While it is away, the reason may change: the drive is there again, but may not be read. A failed check is followed
   * by the next one.
   */
  async #isBack(root: RootRow): Promise<boolean> {
    try {
      const probe = await this.#probe(root)
      if (probe.state === 'present') return true
      if (!this.#jobs.isClosed) this.#noteLost({ ...root, isAvailable: false }, probe.problem)
    } catch (error) {
      this.#dependencies.log.warn('How a folder stands could not be noted', {
        folder: root.path,
        error: stackOf(error),
      })
    }
    return false
  }

  // Scanning

  /** Scans a complete root. Rejects when aborted. */
  async #scan(root: RootRow, signal: AbortSignal): Promise<void> {
    await this.#orLose(root, () => this.#scanPresent(root, signal))
  }

  /** Checks some places below a root. Rejects when aborted. */
  async #examine(root: RootRow, paths: readonly string[], signal: AbortSignal, care: ExamineCare = {}): Promise<void> {
    await this.#orLose(root, () => this.#examinePresent(root, paths, signal, care))
  }

  /**
   * Finds within seconds which names were added, removed or moved since the last scan; a scan must follow for files
   * written in place. False if the root is not there.
   */
  async #scanQuickly(root: RootRow, signal: AbortSignal): Promise<boolean> {
    const times = await FolderTimes.read(this.#timesFileOf(root.id))
    if (times === null) return true
    const paths = await quickCheck(this.#dependencies.catalog, root, times, signal)
    return paths.length === 0 || this.#examinePresent(root, paths, signal)
  }

  /** False if the root is not there. */
  async #scanPresent(root: RootRow, signal: AbortSignal): Promise<boolean> {
    const { catalog, hub, metadata } = this.#dependencies
    const probe = await this.#probe(root)
    if (probe.state !== 'present') return false
    this.#notePresent(root, probe.identity)
    const times = new FolderTimes()
    const options = {
      ...(await this.#scanOptions(signal)),
      onBatch: (result: Reconciled, files: readonly FoundFile[]) => this.#takeBatch(root, result, files),
      onFolder: (folder: string, facts: BigIntStats) => times.note(folder, facts, Date.now()),
    }
    const report = await this.#noteQuestions(() => scan(catalog, root, options))
    if (report === null) return false
    this.#scheduleChecks(root, report)
    this.#noteBelow(root, report)
    await times.save(this.#timesFileOf(root.id))
    await this.#retryOutOfReach([root.path])
    metadata.schedule()
    hub.publish({ type: 'folders.changed' })
    return true
  }

  /** False if the root is not there. */
  async #examinePresent(
    root: RootRow,
    paths: readonly string[],
    signal: AbortSignal,
    care: ExamineCare = {},
  ): Promise<boolean> {
    const { catalog, hub, metadata } = this.#dependencies
    const options = { ...(await this.#scanOptions(signal)), ...care }
    const result = await this.#noteQuestions(() => examine(catalog, root, paths, options))
    if (result.isRootGone) return false
    this.#countScanned(result.found.length)
    // The next scan counts them all.
    if (result.outside.length > 0 && root.problems.outside === undefined) this.#noteOutside(root, result.outside)
    this.#tell(result)
    this.#scheduleChecks(root, result)
    await this.#retryOutOfReach(paths)
    for (const file of result.sidecarsOf) {
      const id = catalog.files.findByPath(file)
      if (id !== null) await metadata.reread(id)
    }
    if (result.changed.length > 0) hub.publish({ type: 'folders.changed' })
    return true
  }

  async #scanOptions(signal: AbortSignal) {
    const { excluded, readers } = this.#dependencies
    const [outOfBounds, mayFollow] = await Promise.all([findExcluded(excluded), this.#findFollowed()])
    return {
      signal,
      excluded: outOfBounds,
      mayFollow,
      readers,
      isRootThere: async (each: RootRow) => (await this.#probe(each)).state === 'present',
      isSettled: () => this.#isAlone() && this.#areSettled(),
      isPatient: this.#moving < MAX_FAILURES,
    }
  }

  /** Windows are notified if a scan raises or settles questions about the identity of files. */
  async #noteQuestions<T>(scan: () => Promise<T>): Promise<T> {
    const { catalog, hub } = this.#dependencies
    const before = catalog.questions.count()
    const result = await scan()
    if (catalog.questions.count() !== before) hub.publish({ type: 'questions.changed' })
    return result
  }

  #takeBatch(root: RootRow, result: Reconciled, files: readonly FoundFile[]): void {
    const recent = files.filter((file) => file.modifiedMs > Date.now() - RECENT_MS)
    this.#tell(result)
    this.#held(root.id).settler.add(recent.map((file) => path.join(root.path, file.folder, file.name)))
    this.#countScanned(files.length)
  }

  /**
   * Files that moved during the scan are checked again when they are still; the others once nothing else is being
   * checked.
   */
  #scheduleChecks(
    root: RootRow,
    { again, postponed, unverified }: Pick<Examined, 'again' | 'postponed' | 'unverified'>,
  ): void {
    this.#moving = again.length === 0 ? 0 : this.#moving + 1
    if (again.length > 0) this.#held(root.id).settler.add(again)
    this.#later.postpone(postponed)
    this.#later.verify(root.id, unverified)
  }

  async #retryOutOfReach(places: readonly string[]): Promise<void> {
    const changed = await retryOutOfReach(this.#dependencies.catalog, places)
    this.#tell({ changed, hasWork: changed.length > 0 })
  }

  #tell({ changed, hasWork }: Reconciled): void {
    const { hub, metadata } = this.#dependencies
    if (changed.length > 0) this.#reunions.note()
    hub.photosChanged(changed)
    if (!hasWork) return
    metadata.schedule()
    this.emit('work')
  }

  #countScanned(files: number): void {
    this.#jobs.countScanned(files)
    this.emit('progress')
  }

  /** The file with the times of a root's folders. */
  #timesFileOf(id: number): string {
    return path.join(this.#dependencies.snapshotDir, `${id}.folders.json`)
  }

  // State of roots, as the catalogue stores it and windows show it

  /** The root's own folder is at its path. */
  #notePresent(root: RootRow, identity: FolderIdentity): void {
    const { catalog, hub } = this.#dependencies
    const { folders } = catalog
    if (root.volume !== identity.volume || root.inode !== identity.inode) folders.setIdentity(root.id, identity)
    const isMended = folders.setProblem(root.id, 'access', null)
    if (root.isAvailable && !isMended) return
    folders.setAvailable(root.id, true)
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
    this.emit('back')
  }

  /** The root is not there, or may not be read: its photos are offline until it is back. */
  #noteLost(root: RootRow, problem: Text): void {
    const { catalog, hub, log } = this.#dependencies
    const isNews = catalog.folders.setProblem(root.id, 'access', problem)
    if (!root.isAvailable && !isNews) return
    log.warn('A folder cannot be reached; its photos are kept', { folder: root.path, problem: inEnglish(problem) })
    catalog.folders.setAvailable(root.id, false)
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
  }

  /** Places that a scan could not check. */
  #noteBelow(root: RootRow, { unreadable, unusable, outside }: ScanReport): void {
    this.#setProblem(root, 'unreadable', describeUnreadable(unreadable))
    this.#setProblem(root, 'unusable', describeUnusable(unusable))
    this.#noteOutside(root, outside)
  }

  /** Links that are not followed; relative to the root. */
  #noteOutside(root: RootRow, links: readonly string[]): void {
    this.#setProblem(root, 'outside', describeOutside(links.map((link) => path.join(root.path, link))))
  }

  /** Reports one photo with an unusable name; the next scan counts them all. */
  #noteOneUnusable(id: number, place: string): void {
    this.#enqueue(id, async (root) => {
      const name = path.relative(root.path, place)
      if (root.problems.unusable === undefined) this.#setProblem(root, 'unusable', describeUnusable([name]))
    })
  }

  /** Null if there is no such problem. */
  #setProblem({ id }: RootRow, kind: RootProblemKind, problem: Text | null): void {
    const { catalog, hub } = this.#dependencies
    if (catalog.folders.setProblem(id, kind, problem)) hub.publish({ type: 'folders.changed' })
  }

  // What waits until nothing else is checked

  /** Whether only one check is running: another one may find elsewhere what this one misses at its place. */
  #isAlone(): boolean {
    const running = (this.#jobs.isRunning ? 1 : 0) + this.#rechecks
    return running <= 1 && !this.#jobs.hasWaiting
  }

  #areSettled(): boolean {
    return [...this.#roots.values()].every(({ settler }) => settler.isEmpty)
  }

  /**
   * Once nothing else is being checked: first postponed decisions, then photos with missing files, then files whose
   * contents were not compared.
   */
  #workIfQuiet(): void {
    if (this.#jobs.isClosed) return
    const isQuiet = !this.#jobs.isBusy && this.#areSettled() && this.#rechecks === 0
    if (this.#later.hasPostponed) {
      if (!this.#isConcluding && (isQuiet || this.#later.isOverdue)) this.#conclude(isQuiet)
    } else if (isQuiet && this.#reunions.isDue)
      this.#doNext('Missing photos were not compared with new ones', () => this.#reunite())
    else if (isQuiet && this.#later.hasUnverified)
      this.#doNext('Contents were not compared', () =>
        this.#examineLater([this.#later.takeUnverified()], { isThorough: true }),
      )
  }

  /** `isQuiet` is false if it has waited long enough. */
  #conclude(isQuiet: boolean): void {
    this.#isConcluding = true
    this.#doNext('Postponed places were not checked', async () => {
      this.#isConcluding = false
      await this.#examineLater(this.#later.takePostponed(), isQuiet ? {} : { isPatient: false })
      this.#later.noteConcluded()
    })
  }

  #doNext(problem: string, work: () => Promise<void>): void {
    this.#jobs.addNext(work).catch((error: unknown) => this.#dependencies.log.error(problem, { error: stackOf(error) }))
  }

  async #examineLater(all: Iterable<[id: number, places: string[]] | undefined>, care: ExamineCare): Promise<void> {
    for (const [id, places] of [...all].filter((each) => each !== undefined)) {
      const root = this.#findRoot(id)
      if (root === undefined) continue
      const { signal } = this.#held(id).abort
      const paths = places.map((place) => path.join(root.path, place))
      try {
        await this.#examine(root, paths, signal, care)
      } catch {
        // A separate job is tried again, and reports its error.
        if (!signal.aborted) this.#examineSoon(id, paths)
      }
    }
  }

  /** Scans the roots of some folders. */
  async #lookAgain(folderIds: readonly number[]): Promise<void> {
    const { folders } = this.#dependencies.catalog
    for (const id of new Set(folderIds.map((each) => folders.byId(each)?.rootId))) {
      const root = id === undefined ? undefined : this.#findRoot(id)
      if (root !== undefined) await this.#scan(root, this.#held(root.id).abort.signal)
    }
  }

  async #reunite(): Promise<void> {
    const { ids, gone } = await this.#noteQuestions(() => this.#reunions.find((folders) => this.#lookAgain(folders)))
    if (ids.length === 0) return
    this.emit('reunited', gone)
    this.#dependencies.hub.photosChanged([...ids, ...gone])
    this.#dependencies.metadata.schedule()
    this.emit('work')
  }
}
