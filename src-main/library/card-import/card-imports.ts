import { say } from '../../contract/sentences/say.ts'
import { AppError, stackOf } from '../../contract/errors.ts'
import type { CardOrder, CardPreview, CardProgress, CardScan } from '../../contract/library/card-import.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CardImport } from './rows/card-import-store.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { Throttle } from '../events/throttle.ts'
import { checkTarget } from '../export/check-target.ts'
import { checkFilePattern } from '../files/plan/fill-file-pattern.ts'
import type { Log } from '../host/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { CardRun, progressOf } from './card-run.ts'
import { CardScans, type CardScansDependencies } from './card-scans.ts'
import { planCopies, type ScannedItem } from './plan-copies.ts'
import { statfs } from 'node:fs/promises'

export type CardImportsDependencies = CardScansDependencies & {
  catalog: Pick<Catalog, 'cards' | 'files' | 'folders'>
  changes: Pick<PersonChanges, 'apply'>
  ingest: Pick<Ingest, 'recheck'>
  log: Pick<Log, 'error'>
  sourcePath(id: string): string
  targetPath(id: string): string
  onProgress(progress: CardProgress): void
}

/** Names shown before anything is copied. */
const MAX_NAMES = 1000
const TELL_EVERY_MS = 200

type Running = { run: CardRun; cancel(): void; done: Promise<void> }

/**
 * Imports from cards. Nothing on a card is changed, each copy is read back and compared, and nothing is imported twice.
 * Each copied file is noted, so that an import continues after a stop, or when the card is back.
 */
export class CardImports {
  readonly #dependencies: CardImportsDependencies
  readonly #scans: CardScans
  readonly #running = new Map<number, Running>()
  /** Last progress of imports that ended. */
  readonly #ended = new Map<string, CardProgress>()
  readonly #closing = new AbortController()

  constructor(dependencies: CardImportsDependencies) {
    this.#dependencies = dependencies
    this.#scans = new CardScans(dependencies)
  }

  scan(sourceId: string, signal?: AbortSignal): Promise<CardScan> {
    return this.#scans.scan(this.#dependencies.sourcePath(sourceId), signal)
  }

  thumbs(scanId: string, indices: readonly number[], signal?: AbortSignal): Promise<(string | null)[]> {
    return this.#scans.thumbs(scanId, indices, signal)
  }

  /** The planned destinations. Throws `bad-params` for an unknown field of a pattern. */
  preview(order: CardOrder): CardPreview {
    const { items, files, numbers } = this.#plan(order)
    const first = [...Map.groupBy(files, ({ unit }) => unit).values()].map((unit) => unit[0]!)
    return {
      count: items.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      names: first
        .slice(0, MAX_NAMES)
        .map(({ unit, to }) => ({ index: numbers[unit]!, name: items[unit]!.files[0]!.name, newPath: to })),
    }
  }

  /** Starts an import and returns its id. Throws `bad-params`, `not-a-folder`, `target-not-writable` or `disk-full`. */
  async start(order: CardOrder): Promise<string> {
    const { source, items, files, target, backup } = this.#plan(order)
    if (items.length === 0) throw new AppError('bad-params', say('cards.nothingNew'))
    checkTarget(target, 'card')
    if (backup !== '') checkTarget(backup, 'card')
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    await requireRoom(target, bytes)
    const { rating, tags, creator, copyright } = order
    const wishes = { label: source, target, backup, rating, tags, creator, copyright }
    return this.#go(this.#dependencies.catalog.cards.begin(source, wishes, files))
  }

  /** Continues an interrupted import. Throws `job-not-found`. */
  resume(jobId: string, sourceId?: string): string {
    const { cards } = this.#dependencies.catalog
    const id = Number(jobId)
    if (this.#running.has(id)) return jobId
    if (cards.byId(id) === undefined) throw notFound()
    if (sourceId !== undefined) cards.moveSource(id, this.#dependencies.sourcePath(sourceId))
    return this.#go(cards.byId(id)!)
  }

  /** Stops before the next item; copied files stay. An interrupted import is given up. */
  cancel(jobId: string): void {
    const running = this.#running.get(Number(jobId))
    if (running !== undefined) return running.cancel()
    const { cards } = this.#dependencies.catalog
    const job = cards.byId(Number(jobId))
    if (job === undefined) throw notFound()
    const progress = { ...progressOf(job, cards.files(job.id)), state: 'cancelled' as const }
    cards.end(job.id)
    this.#tell(progress)
  }

  /** Running and interrupted imports, and those that ended since the start. */
  list(): CardProgress[] {
    const { cards } = this.#dependencies.catalog
    const open = cards.open().map((job) => {
      const running = this.#running.get(job.id)
      if (running !== undefined) return { ...running.run.progress }
      const ended = this.#ended.get(String(job.id))
      const problem = say('cards.interrupted')
      return ended ?? { ...progressOf(job, cards.files(job.id)), state: 'interrupted' as const, problem }
    })
    const ids = new Set(open.map(({ jobId }) => jobId))
    return [...open, ...[...this.#ended.values()].filter(({ jobId }) => !ids.has(jobId))]
  }

  /** Resolves with the report at the end of an import. */
  async finished(jobId: string): Promise<CardProgress> {
    await this.#running.get(Number(jobId))?.done
    const progress = this.#ended.get(jobId)
    if (progress === undefined) throw notFound()
    return progress
  }

  /** Stops after the current file; imports continue when a person asks for it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #plan(order: CardOrder) {
    for (const pattern of [order.pattern, order.subfolder]) if (pattern !== undefined) checkFilePattern(pattern)
    const { catalog, targetPath } = this.#dependencies
    const { source, items: all } = this.#scans.get(order.scanId)
    const numbers = order.items ?? [...all.keys()].filter((index) => !all[index]!.isKnown)
    const items = numbers.flatMap((index): ScannedItem[] => (all[index] === undefined ? [] : [all[index]]))
    const target = catalog.folders.pathOf(order.folderId)
    const backup = order.backupId === undefined ? '' : targetPath(order.backupId)
    return { source, items, numbers, target, backup, files: planCopies(items, { ...order, target, backup }) }
  }

  #go(job: CardImport): string {
    let isCancelled = false
    const throttle = new Throttle(() => this.#dependencies.onProgress({ ...run.progress }), TELL_EVERY_MS)
    const run = new CardRun(job, {
      cards: this.#dependencies.catalog.cards,
      signal: this.#closing.signal,
      isCancelled: () => isCancelled,
      onProgress: () => throttle.schedule(),
    })
    const done = this.#toTheEnd(job, run)
      .catch((error: unknown) => {
        run.progress.state = 'interrupted'
        run.progress.problem = say('errors.unexpected')
        this.#dependencies.log.error('An import from a card failed', { error: stackOf(error) })
      })
      .finally(() => {
        throttle.cancel()
        this.#running.delete(job.id)
        this.#tell({ ...run.progress })
      })
    this.#running.set(job.id, { run, cancel: () => (isCancelled = true), done })
    return String(job.id)
  }

  async #toTheEnd(job: CardImport, run: CardRun): Promise<void> {
    await run.run()
    if (run.progress.state === 'interrupted') return
    run.progress.photoIds = await this.#findPhotos(run.copies)
    await this.#give(job, run.progress.photoIds)
    this.#dependencies.catalog.cards.end(job.id)
  }

  /** Scans the copies now, whether their folder is watched or not. */
  async #findPhotos(paths: readonly string[]): Promise<number[]> {
    const { catalog, ingest } = this.#dependencies
    const ids = new Set<number>()
    for (const path of paths) {
      if (this.#closing.signal.aborted) break
      if (catalog.files.findByPath(path) === null) await ingest.recheck(path)
      const id = catalog.files.findByPath(path)
      if (id !== null) ids.add(id)
    }
    return [...ids]
  }

  async #give({ wishes }: CardImport, ids: readonly number[]): Promise<void> {
    const { changes } = this.#dependencies
    if (ids.length === 0) return
    if (wishes.rating > 0) await changes.apply({ kind: 'rate', rating: wishes.rating, ids })
    for (const name of wishes.tags) await changes.apply({ kind: 'add-tag', name, ids })
    for (const kind of ['creator', 'copyright'] as const)
      if (wishes[kind] !== '') await changes.apply({ kind, text: wishes[kind], ids })
  }

  #tell(progress: CardProgress): void {
    this.#ended.set(progress.jobId, progress)
    this.#dependencies.onProgress(progress)
  }
}

const notFound = () => new AppError('job-not-found', say('cards.notKnown'))

/** Throws `disk-full` if a folder has no room for `bytes`. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const stats = await statfs(folder).catch(() => null)
  if (stats === null) return
  const room = stats.bavail * stats.bsize
  if (room >= bytes) return
  const mb = (size: number) => Math.ceil(size / 1e6)
  throw new AppError('disk-full', say('cards.noRoom', { path: folder, room: mb(room), needed: mb(bytes) }))
}
