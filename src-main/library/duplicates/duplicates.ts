import { setImmediate } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import { stackOf } from '../../contract/errors.ts'
import type { DuplicatesState } from '../../contract/library/duplicates.ts'
import type { LibraryEvent } from '../../contract/library/library-event.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ComparedPhoto } from './rows/duplicate-store.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { findDuplicates, type FoundGroup } from './find-duplicates.ts'
import type { PictureComparer } from './picture-comparer.ts'

/** More photos are not queried one by one: that would take longer than a window should wait. */
const MAX_ASKED = 2_000

/**
 * The photos at the last comparison. Ratings and tags do not count, so that culling does not start one search after
 * another.
 */
class KnownPhotos {
  readonly #prints = new Map<number, string>()
  #marks = ''
  /** Photos changed since then; null if it may be all. */
  #changed: Set<number> | null = new Set()

  /** Begins a search: photos are read again. */
  begin(): void {
    this.#prints.clear()
    this.#changed = new Set()
  }

  add(photos: readonly ComparedPhoto[]): void {
    for (const photo of photos) this.#prints.set(photo.id, printOf(photo))
  }

  /** Notes which photos are declared no duplicates. */
  noteMarks(marks: ReadonlyMap<number, readonly number[]>): void {
    this.#marks = textOf(marks)
  }

  /** `ids` null: any photo may have changed. */
  noteChanged(ids: readonly number[] | null): void {
    if (ids === null) this.#changed = null
    else for (const id of ids) this.#changed?.add(id)
    if (this.#changed !== null && this.#changed.size > MAX_ASKED) this.#changed = null
  }

  /** Whether a changed photo differs for the comparison; reads only these photos. */
  areOutdated(photos: Catalog['duplicates']): boolean {
    if (this.#changed === null) return true
    if (this.#changed.size === 0) return false
    if (textOf(photos.marks()) !== this.#marks) return true
    const now = new Map(photos.comparedOf([...this.#changed]).map((photo) => [photo.id, printOf(photo)]))
    const isOutdated = [...this.#changed].some((id) => now.get(id) !== this.#prints.get(id))
    if (!isOutdated) this.#changed.clear()
    return isOutdated
  }
}

const textOf = (marks: ReadonlyMap<number, readonly number[]>): string => JSON.stringify([...marks])

const printOf = (photo: ComparedPhoto): string =>
  JSON.stringify([
    photo.contentHash.slice(0, 16),
    photo.imageHash.slice(0, 24),
    photo.thumbVersion,
    photo.takenAt,
    photo.subsec,
    photo.camera,
    photo.exposureUs,
    photo.aperture,
    photo.iso,
    photo.name,
    photo.width,
    photo.height,
  ])

export type DuplicatesDependencies = {
  catalog: { duplicates: Catalog['duplicates'] }
  comparer: Pick<PictureComparer, 'compare' | 'rest'>
  hub: Pick<EventHub, 'listen' | 'publish'>
  log: Pick<Log, 'error'>
  /** Whether photos are being found or analysed: they change faster than they can be compared. */
  isBusy(): boolean
}

/** Photos read at once: some milliseconds. */
const PAGE = 500
/** Windows are notified of a search at most this often. */
const REPORT_MS = 500

type Progress = Pick<DuplicatesState, 'phase' | 'done' | 'total'>

/**
 * Finds photos of the library that show the same. Nothing is searched before somebody asks; results are kept, and
 * searched again once photos have changed and somebody asks. It works in pieces, between which windows are served.
 */
export class Duplicates {
  readonly #dependencies: DuplicatesDependencies
  readonly #known = new KnownPhotos()
  readonly #task: BackgroundTask
  #found: FoundGroup[] | null = null
  #progress: Progress = { phase: 'done', done: 0, total: 0 }
  #reportedAt = 0

  constructor(dependencies: DuplicatesDependencies) {
    this.#dependencies = dependencies
    const onError = (error: unknown) =>
      dependencies.log.error('Duplicates could not be looked for', { error: stackOf(error) })
    this.#task = new BackgroundTask({ work: (signal) => this.#searchOnce(signal, onError), onError })
  }

  start(): void {
    void this.#listen()
  }

  /** What is known now, perhaps from an earlier search. */
  peek(): { found: readonly FoundGroup[]; progress: Progress } {
    return { found: this.#found ?? [], progress: this.#progress }
  }

  /** The same; starts a new search if photos have changed since the last one. */
  state(): { found: readonly FoundGroup[]; progress: Progress } {
    this.#beginWhereDue()
    return this.peek()
  }

  /** The result once every photo is compared, for the present library. */
  async search(): Promise<readonly FoundGroup[]> {
    do {
      this.#begin()
      await this.#task.idle()
    } while (this.#progress.phase !== 'failed' && this.#isOutdated() && !this.#task.isClosed)
    return this.#found ?? []
  }

  close(): Promise<void> {
    return this.#task.close()
  }

  async #listen(): Promise<void> {
    for await (const event of this.#dependencies.hub.listen({ signal: this.#task.closing })) this.#note(event)
  }

  #note(event: LibraryEvent): void {
    if (event.type === 'photos.changed') this.#known.noteChanged(event.isWholeLibrary ? null : event.ids)
    else if (event.type !== 'analysis.changed' || this.#dependencies.isBusy()) return
    const isReported = this.#progress.phase === 'waiting' && event.type === 'photos.changed'
    if (!this.#task.isRunning && this.#found !== null && !isReported && this.#isOutdated())
      this.#tell({ phase: 'waiting' })
  }

  #isOutdated(): boolean {
    return this.#known.areOutdated(this.#dependencies.catalog.duplicates)
  }

  /** A first search is worthwhile even while photos are analysed. */
  #beginWhereDue(): void {
    if (this.#task.isRunning || this.#task.isClosed) return
    if (this.#found !== null && !this.#isOutdated()) return
    if (this.#found === null || !this.#dependencies.isBusy()) this.#begin()
    else this.#progress = { ...this.#progress, phase: 'waiting' }
  }

  #begin(): void {
    if (!this.#task.isRunning) this.#task.schedule()
  }

  /** A failed search is not repeated before somebody asks. */
  async #searchOnce(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    try {
      await this.#search(signal)
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      this.#found ??= []
      this.#tell({ phase: 'failed' })
    } finally {
      this.#dependencies.comparer.rest()
    }
  }

  async #search(signal: AbortSignal): Promise<void> {
    const { catalog, comparer } = this.#dependencies
    this.#tell({ phase: 'searching', done: 0, total: 0 })
    const photos = await this.#readAll(signal)
    const marks = catalog.duplicates.marks()
    this.#progress = { phase: 'searching', done: 0, total: photos.length }
    this.#found = await findDuplicates({
      photos,
      marks,
      compare: (a, b) => comparer.compare(a, b),
      pause: async (done) => {
        this.#tellOfProgress(done)
        await this.#pause(signal)
      },
    })
    this.#tell({ phase: 'done', done: photos.length })
  }

  async #readAll(signal: AbortSignal): Promise<ComparedPhoto[]> {
    const { duplicates } = this.#dependencies.catalog
    const photos: ComparedPhoto[] = []
    this.#known.begin()
    for (let after: number | undefined = 0; after !== undefined;) {
      const page: ComparedPhoto[] = duplicates.compared(after, PAGE)
      this.#known.add(page)
      for (const photo of page) photos.push(photo)
      after = page.at(-1)?.id
      await this.#pause(signal)
    }
    this.#known.noteMarks(duplicates.marks())
    return photos
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await setImmediate()
    signal.throwIfAborted()
  }

  #tellOfProgress(done: number): void {
    this.#progress = { ...this.#progress, done }
    if (performance.now() - this.#reportedAt > REPORT_MS) this.#tell({})
  }

  #tell(progress: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...progress }
    this.#reportedAt = performance.now()
    this.#dependencies.hub.publish({ type: 'duplicates.changed' })
  }
}
