import { say } from '../../contract/sentences/say.ts'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { AppError, messageOf, stackOf } from '../../contract/errors.ts'
import type { WatchMode } from '../../contract/library/folder.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { FolderTimes } from './folder-times.ts'
import { LaterLooks } from './later-looks.ts'
import type { MetadataPass } from './metadata-pass.ts'
import { noteQuestions } from './note-questions.ts'
import { followWithin, type MayFollow } from './places/followed-links.ts'
import { realFolder } from './places/real-folder.ts'
import { findReturned, holdsItsPhotos, probeRoot } from './probe-root.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'
import { RootFollower } from './root-follower.ts'
import { RootJobs } from './root-jobs.ts'
import { type ExamineCare, RootScanner } from './root-scanner.ts'
import { RootState } from './root-state.ts'
import { WatchedRoots } from './watched-roots.ts'
import { reunite, type Reunited } from './reconcile/reunite.ts'

export type IngestDependencies = {
  catalog: Catalog
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  log: Log
  metadata: MetadataPass
  /** How files are read where their looks do not say which they are. */
  readers: EvidenceReaders
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Folders besides the watched ones into which links are followed; asked for at each look. */
  allowed(): Promise<readonly string[]>
  /** Folder for what is remembered of each root's folders. */
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

/** A file that cannot be told yet is asked about again after so many milliseconds. */
const RECHECK_PAUSE_MS = 500

/**
 * Keeps the catalogue in line with the watched folders. Scans run one after the other; nothing runs before `start` or
 * another call.
 */
export class Ingest extends EventEmitter<IngestEvents> {
  readonly #dependencies: IngestDependencies
  readonly #jobs: RootJobs
  readonly #watched: WatchedRoots
  readonly #scanner: RootScanner
  readonly #follower: RootFollower
  readonly #reunions: Reunions
  readonly #later = new LaterLooks()
  #isStarted = false
  /** Files that are looked at beside the jobs. */
  #rechecks = 0
  #isConcluding = false
  /** Folders that left the library are let go of. */
  #leaving: Promise<unknown> = Promise.resolve()

  constructor(dependencies: IngestDependencies) {
    super()
    const { catalog, log } = dependencies
    const state = new RootState({ ...dependencies, onBack: () => this.emit('back') })
    this.#dependencies = dependencies
    this.#reunions = new Reunions(catalog)
    this.#jobs = new RootJobs({
      findRoot: (id) => this.#findRoot(id),
      lookThrough: (root, signal) => this.#follower.scanNow(root, signal),
      onProgress: () => {
        this.emit('progress')
        this.#workIfQuiet()
      },
      log,
    })
    this.#watched = this.#createWatched()
    this.#scanner = this.#createScanner(state)
    this.#follower = new RootFollower({
      folders: catalog.folders,
      jobs: this.#jobs,
      watched: this.#watched,
      scanner: this.#scanner,
      state,
      isWatching: dependencies.isWatching,
    })
  }

  /** Begins to watch, and finds what changed while the library was closed. */
  start(): void {
    this.#isStarted = true
    for (const root of this.#dependencies.catalog.folders.roots()) this.#follower.follow(root.id)
    this.#dependencies.metadata.schedule()
  }

  /**
   * Adds a folder, or looks through it again where it is watched already; that of a drive which is away, and is now at
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
    if (present === undefined) this.#follower.follow(root.id)
    else this.rescan(root.id)
    this.#lookAtLinks()
    return root
  }

  /**
   * A watched folder lies elsewhere now; its photos keep all that is known. Throws `folder-not-found`, `not-a-folder`,
   * also where its photos are not in the new one, or `folder-overlaps`.
   */
  async relocateRoot(id: number, folder: string): Promise<RootRow> {
    const { folders } = this.#dependencies.catalog
    const full = await realFolder(folder)
    const root = this.#findRoot(id)
    if (root !== undefined && !(await holdsItsPhotos(folders, { ...root, path: full })))
      throw new AppError('not-a-folder', say('errors.photosNotThere', { from: root.path, to: full }))
    return this.#relocate(id, full)
  }

  /** Follows folders that came back to the library, and lets go of those that left it. Before `start` none is followed. */
  matchRoots(): void {
    const roots = new Set(this.#dependencies.catalog.folders.roots().map(({ id }) => id))
    const followed = this.#watched.ids()
    for (const id of followed) if (!roots.has(id)) this.#letGo(id)
    const fresh = [...roots].filter((id) => this.#isStarted && !followed.includes(id))
    for (const id of fresh) this.#follower.follow(id)
    if (fresh.length > 0) this.#lookAtLinks()
  }

  /** Looks through one root, or through all. */
  rescan(id?: number): void {
    const ids = id === undefined ? this.#dependencies.catalog.folders.roots().map((root) => root.id) : [id]
    for (const each of ids) if (this.#findRoot(each)) this.#follower.scan(each)
  }

  /** Chooses how a root is watched from now on. */
  setWatching(id: number, watching: WatchMode): void {
    const { catalog, hub } = this.#dependencies
    catalog.folders.setWatching(id, watching)
    hub.publish({ type: 'folders.changed' })
    this.#follower.followAnew(id)
  }

  /**
   * Looks at one file again, as the engine did not find it. It does not queue: a long scan may be in progress, and a
   * photo of the analysis waits for this. While both are under way neither concludes from content which file is which:
   * the other may find elsewhere what is gone here. What one of them adds or settles the other finds recorded. Where it
   * cannot be told yet which file this is, it takes half a second, so that nobody asks all the time.
   */
  async recheck(file: string): Promise<void> {
    const { folders } = this.#dependencies.catalog
    const root = folders.roots().find((each) => file.startsWith(each.path + path.sep))
    if (root === undefined || this.#jobs.isClosed) return
    const isPresent = (await probeRoot(folders, root)).state === 'present'
    const { signal } = this.#watched.of(root.id).abort
    this.#rechecks += 1
    try {
      await this.#follower.examineNow(root, [isPresent ? file : root.path], signal)
    } finally {
      this.#rechecks -= 1
      this.#workIfQuiet()
    }
    if (this.#later.isPostponed(root.id, path.relative(root.path, file)))
      await setTimeout(RECHECK_PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined) // aborted: closing
  }

  /** It is known now which picture a photo shows: it may be that of a photo whose file is gone. */
  noteAnalysed(photoId: number): void {
    this.#reunions.noteAnalysed(photoId)
    this.#workIfQuiet()
  }

  /** Folders are looked through, or paths wait to settle or to be told what they are. */
  get isBusy(): boolean {
    return this.#jobs.isBusy || !this.#areSettled() || this.#later.hasPostponed
  }

  /** Nothing more is looked at. */
  get isClosed(): boolean {
    return this.#jobs.isClosed
  }

  progress(): { isScanning: boolean; scanned: number } {
    return this.#jobs.progress()
  }

  /** Resolves when no scan is left, no path waits for anything, and all metadata is read. */
  async idle(): Promise<void> {
    do {
      for (const { settler } of this.#watched.all()) await settler.idle()
      await this.#jobs.idle()
      await this.#dependencies.metadata.idle()
      await setImmediate()
    } while ((this.isBusy || this.#later.hasUnverified) && !this.#jobs.isClosed)
  }

  /** Ends scans at their next step. */
  async close(): Promise<void> {
    const closing = this.#jobs.close()
    for (const { abort } of this.#watched.all()) abort.abort()
    await closing
    await this.#dependencies.metadata.close()
    await this.#leaving
    await this.#watched.close()
  }

  /** Links that were not followed may lead into a folder that is watched from now on. */
  #lookAtLinks(): void {
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
    this.#follower.followAnew(id)
    return relocated
  }

  /** It may have come back with photos and its line of the history. */
  #tellOfFolder(): void {
    const { hub } = this.#dependencies
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
    hub.publish({ type: 'history.changed' })
  }

  /** What is remembered of its folders goes: should it come back, it is looked through as a whole. */
  #letGo(id: number): void {
    this.#jobs.forget(id)
    this.#later.forget(id)
    const left = [this.#watched.remove(id), FolderTimes.remove(this.#scanner.timesFileOf(id))]
    this.#leaving = Promise.all([this.#leaving, ...left]).catch((error: unknown) =>
      this.#dependencies.log.warn('A folder was not let go of cleanly', { error: messageOf(error) }),
    )
  }

  #createWatched(): WatchedRoots {
    return new WatchedRoots({
      ...this.#dependencies,
      findFollowed: () => this.#findFollowed(),
      onSettled: (id, paths) => this.#follower.examine(id, paths),
      onLost: (id) => this.rescan(id),
      onUnusable: (id, place) => this.#follower.noteUnusable(id, place),
      onFolder: (id) => this.#follower.check(id),
      onEnd: (id, error) => this.#follower.watchEnded(id, error),
      look: (id) => this.#follower.look(id),
    })
  }

  #createScanner(state: RootState): RootScanner {
    return new RootScanner({
      ...this.#dependencies,
      findFollowed: () => this.#findFollowed(),
      state,
      onScanned: (files) => this.#countScanned(files),
      onRecent: (root, paths) => this.#watched.of(root.id).settler.add(paths),
      onLater: (root, { postponed, unverified }) => {
        this.#later.postpone(postponed)
        this.#later.verify(root.id, unverified)
      },
      onTouched: () => this.#reunions.note(),
      isSettled: () => this.#isAlone() && this.#areSettled(),
      onWork: () => this.emit('work'),
    })
  }

  #findRoot(id: number): RootRow | undefined {
    return this.#dependencies.catalog.folders.roots().find((root) => root.id === id)
  }

  /** Whether one look alone is under way: another one may find elsewhere what this one does not find at its place. */
  #isAlone(): boolean {
    const looks = (this.#jobs.isRunning ? 1 : 0) + this.#rechecks
    return looks <= 1 && !this.#jobs.hasWaiting
  }

  #areSettled(): boolean {
    return [...this.#watched.all()].every(({ settler }) => settler.isEmpty)
  }

  /**
   * Once nothing else is to be looked at: what was postponed, then photos whose file is gone, then files whose contents
   * nobody compared.
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

  /** `isQuiet` is false where it has waited long enough. */
  #conclude(isQuiet: boolean): void {
    this.#isConcluding = true
    this.#doNext('What lies at some places was not told', async () => {
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
      const { signal } = this.#watched.of(id).abort
      const paths = places.map((place) => path.join(root.path, place))
      try {
        await this.#follower.examineNow(root, paths, signal, care)
      } catch {
        // A job of its own is tried again, and says what is wrong.
        if (!signal.aborted) this.#follower.examine(id, paths)
      }
    }
  }

  async #reunite(): Promise<void> {
    const { ids, gone } = await noteQuestions(this.#dependencies, () => this.#reunions.find())
    if (ids.length === 0) return
    this.emit('reunited', gone)
    this.#dependencies.hub.photosChanged([...ids, ...gone])
    this.#dependencies.metadata.schedule()
    this.emit('work')
  }

  #countScanned(files: number): void {
    this.#jobs.countScanned(files)
    this.emit('progress')
  }
}

type ReunionCatalog = Pick<Catalog, 'files' | 'questions' | 'pairs' | 'settings'>

/** Photos between two breaks for other work: some milliseconds. */
const PIECE = 100

/**
 * Finds the files of missing photos by their picture, once nothing else is to be looked at: until then a file that is
 * gone may only have another name, and what shows its picture may be a copy.
 */
class Reunions {
  readonly #catalog: ReunionCatalog
  readonly #now: () => number
  readonly #analysed = new Set<number>()
  #missingSince = 0
  #isDue = false

  constructor(catalog: ReunionCatalog, now: () => number = Date.now) {
    this.#catalog = catalog
    this.#now = now
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** Files came, went or moved. */
  note(): void {
    this.#isDue = true
  }

  /** It is known now which picture this photo shows. */
  noteAnalysed(photoId: number): void {
    this.#analysed.add(photoId)
    this.#isDue = true
  }

  async find(signal?: AbortSignal): Promise<Reunited> {
    const began = this.#now()
    const analysed = [...this.#analysed]
    const ids = [...new Set([...this.#catalog.files.missingSince(this.#missingSince), ...this.#analysed])]
    this.#analysed.clear()
    this.#isDue = false
    const reunited: Reunited = { ids: [], gone: [], waiting: [] }
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const piece = reunite(this.#catalog, ids.slice(at, at + PIECE))
      reunited.ids.push(...piece.ids)
      reunited.gone.push(...piece.gone)
      for (const id of piece.waiting) this.#analysed.add(id)
      await setImmediate()
    }
    this.#missingSince = began
    await this.#settleCopies(analysed, reunited, signal)
    return reunited
  }

  /** What is read whole now may be a copy of another photo, or be one no longer. */
  async #settleCopies(analysed: readonly number[], reunited: Reunited, signal?: AbortSignal): Promise<void> {
    const { pairs, settings } = this.#catalog
    const gone = new Set(reunited.gone)
    const ids = analysed.filter((id) => !gone.has(id))
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const settled = pairs.settleCopies(settings.get(), ids.slice(at, at + PIECE))
      reunited.ids.push(...settled.changed)
      reunited.gone.push(...settled.gone)
      await setImmediate()
    }
  }
}
