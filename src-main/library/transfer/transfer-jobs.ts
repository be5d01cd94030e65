import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { randomUUID, createHash } from 'node:crypto'
import { AppError, stackOf } from '../../contract/errors.ts'
import type { JobId } from '../../contract/library/ids.ts'
import type {
  ImportOrder,
  LibraryExportOrder,
  TransferProgress,
  TransferStep,
  SourceId,
} from '../../contract/library/transfer.ts'
import type { ImportReport, ImportRequest } from '../../contract/library/travel.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { checkTarget } from '../export/check-target.ts'
import type { ExportTargets } from '../export/export-targets.ts'
import { exportLibrary, type LibraryExportDependencies } from './export/export-library.ts'
import { withPath } from '../host/explain-system-error.ts'
import { importLibrary, type ImportDependencies } from './import/import-library.ts'
import { Throttle } from '../events/throttle.ts'
import type { Log } from '../host/log.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'

/** Maximum number remembered: a person chooses one at a time. */
const MAX_SOURCES = 50

/** Files and folders that a person chose to import from; windows know them by id only, while the library is open. */
class ImportSources {
  readonly #paths = new Map<SourceId, string>()

  /** Throws `bad-params` if nothing is there. */
  async register(place: string): Promise<{ id: SourceId; label: string }> {
    const full = path.resolve(place)
    await withPath(full, () => stat(full))
    const id = createHash('sha256').update(full).digest('hex').slice(0, 24)
    this.#paths.delete(id)
    this.#paths.set(id, full)
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > MAX_SOURCES && oldest !== undefined) this.#paths.delete(oldest)
    return { id, label: full }
  }

  /** Throws `bad-params` for an id that is no longer known. */
  pathOf(id: SourceId): string {
    const place = this.#paths.get(id)
    if (place === undefined) throw new AppError('bad-params', say('errors.importGone'))
    return place
  }
}

export type TransferDependencies = ImportDependencies &
  LibraryExportDependencies &
  JobDependencies & {
    catalog: { folders: Pick<Catalog['folders'], 'pathOf'>; work: Pick<Catalog['work'], 'count'> }
    targets: Pick<ExportTargets, 'pathOf'>
  }

/** Jobs remembered after they are done, so that a window can still ask. */
const MAX_REMEMBERED = 20
/** Maximum number of missing photos that are named. */
const MAX_NAMED = 200

type Work = (control: JobControl) => Promise<Partial<TransferProgress>>

/** Imports and exports of the library that run in the background, while windows are served. */
export class TransferJobs {
  readonly sources = new ImportSources()
  readonly #dependencies: TransferDependencies
  readonly #jobs = new Map<JobId, TransferJob>()

  constructor(dependencies: TransferDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns the job's id. Throws `bad-params` for an unknown source, `folder-not-found` for an unknown folder. */
  startImport({ sourceId, moved, ...options }: ImportOrder): JobId {
    const path = this.sources.pathOf(sourceId)
    const request: ImportRequest = { ...options, path, moved: moved.map((each) => this.#placeOf(each)) }
    return this.#start('reading', async (control) => {
      const report = await withPath(path, () => importLibrary(this.#dependencies, request, control))
      return { imported: shorten(report) }
    })
  }

  /** Returns the job's id. Throws `target-not-found`, `not-a-folder` or `target-not-writable`. */
  startExport({ targetId, format }: LibraryExportOrder): JobId {
    const path = this.#dependencies.targets.pathOf(targetId)
    checkTarget(path, randomUUID())
    return this.#start('writing', async ({ signal, onStep }) => {
      const total = this.#dependencies.catalog.work.count()
      const onProgress = (photos: number) => onStep('writing', photos, total)
      onProgress(0)
      const control = { signal, onProgress }
      const exported = await withPath(path, () => exportLibrary(this.#dependencies, { path, format }, control))
      return { exported, done: total }
    })
  }

  /** Throws `job-not-found`. */
  cancel(jobId: JobId): void {
    this.#find(jobId).cancel()
  }

  /** Throws `job-not-found`. */
  status(jobId: JobId): TransferProgress {
    return this.#find(jobId).progress
  }

  /** Cancels what can be cancelled, and waits for the rest. */
  async close(): Promise<void> {
    for (const job of this.#jobs.values()) job.cancel()
    await Promise.all([...this.#jobs.values()].map(({ ended }) => ended))
  }

  #start(step: TransferStep, work: Work): JobId {
    const jobId = randomUUID()
    this.#jobs.set(jobId, new TransferJob({ jobId, step }, work, this.#dependencies))
    for (const [id, { isRunning }] of this.#jobs)
      if (this.#jobs.size > MAX_REMEMBERED && !isRunning) this.#jobs.delete(id)
    return jobId
  }

  #placeOf({ from, folderId }: ImportOrder['moved'][number]): ImportRequest['moved'][number] {
    return { from, to: this.#dependencies.catalog.folders.pathOf(folderId) }
  }

  #find(jobId: JobId): TransferJob {
    const job = this.#jobs.get(jobId)
    if (job !== undefined) return job
    throw new AppError('job-not-found', say('errors.jobGone'))
  }
}

/** All missing photos could be a million names, of which a person reads some. */
const shorten = (report: ImportReport): ImportReport => ({
  ...report,
  unmatched: report.unmatched.slice(0, MAX_NAMED),
})

/** Windows are notified of a job at most this often, in milliseconds. */
const TELL_EVERY_MS = 150

type Result = Partial<Pick<TransferProgress, 'imported' | 'exported' | 'done' | 'total'>>
type JobControl = {
  signal: AbortSignal
  onStep(step: TransferStep, done: number, total: number | null): void
}
type JobDependencies = { log: Pick<Log, 'error'>; onProgress(progress: TransferProgress): void }

/** One import or export of the library, from its start to its end. */
class TransferJob {
  readonly #progress: TransferProgress
  readonly #abort = new AbortController()
  readonly #throttle = new Throttle(() => this.#tell(), TELL_EVERY_MS)
  readonly #dependencies: JobDependencies
  /** Resolves at the end, however it ends. */
  readonly ended: Promise<void>

  constructor(
    { jobId, step }: Pick<TransferProgress, 'jobId' | 'step'>,
    work: (control: JobControl) => Promise<Result>,
    dependencies: JobDependencies,
  ) {
    const unknown = { done: 0, total: null, problem: null, imported: null, exported: null }
    this.#progress = { jobId, state: 'running', step, ...unknown }
    this.#dependencies = dependencies
    this.ended = this.#run(work)
  }

  /** A copy. */
  get progress(): TransferProgress {
    return { ...this.#progress }
  }

  get isRunning(): boolean {
    return this.#progress.state === 'running'
  }

  /** Stops the work if possible. */
  cancel(): void {
    this.#abort.abort()
  }

  async #run(work: (control: JobControl) => Promise<Result>): Promise<void> {
    const { signal } = this.#abort
    const onStep: JobControl['onStep'] = (step, done, total) => {
      Object.assign(this.#progress, { step, done, total })
      this.#throttle.schedule()
    }
    try {
      Object.assign(this.#progress, await work({ signal, onStep }), { state: 'done' })
    } catch (error) {
      if (signal.aborted && error === signal.reason) this.#progress.state = 'cancelled'
      else Object.assign(this.#progress, { state: 'failed', problem: this.#wordsOf(error) })
    }
    this.#throttle.cancel()
    this.#tell()
  }

  #wordsOf(error: unknown): Text {
    if (error instanceof AppError) return error.text
    this.#dependencies.log.error('An import or export of the library failed', { error: stackOf(error) })
    return say('errors.unexpected')
  }

  #tell(): void {
    this.#dependencies.onProgress(this.progress)
  }
}
