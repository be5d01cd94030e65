import { randomUUID } from 'node:crypto'
import { AppError, stackOf } from '../../contract/errors.ts'
import type { ExportProgress, ExportRequest } from '../../contract/library/export.ts'
import { checkTarget } from './check-target.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { ExportRun } from './export-run.ts'
import { planNames } from './plan-names.ts'

/** Jobs remembered after they are done, so that a window can still ask. */
const MAX_REMEMBERED = 50

type Job = { run: ExportRun; abort: AbortController; done: Promise<void> }

/** Exports under way and done. Originals are only ever read; files already in the target folder are never replaced. */
export class ExportJobs {
  readonly #dependencies: ExportDependencies
  readonly #jobs = new Map<string, Job>()

  constructor(dependencies: ExportDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Checks the pattern and the target, starts the export, and returns the job's id. Throws `bad-params`,
   * `target-not-found`, `not-a-folder` or `target-not-writable`.
   */
  start(request: ExportRequest): string {
    const folder = this.#dependencies.targetPath(request.targetId)
    const jobId = randomUUID()
    checkTarget(folder, jobId)
    const abort = new AbortController()
    const run = new ExportRun({ jobId, request, folder, signal: abort.signal }, this.#dependencies)
    void this.removeLeftovers()
    this.#dependencies.running.noteStart({ jobId, folder })
    this.#jobs.set(jobId, { run, abort, done: this.#toTheEnd(jobId, run) })
    this.#forgetOldest()
    return jobId
  }

  /** Stops before the next file; what is written stays. Throws `job-not-found`. */
  cancel(jobId: string): void {
    this.#find(jobId).abort.abort()
  }

  /** How far a job is. Throws `job-not-found`. */
  status(jobId: string): ExportProgress {
    return this.#find(jobId).run.progress
  }

  /** The names an export would write into an empty folder. Throws `bad-params` for an unknown field. */
  names({ photoIds, sizes, pattern, format }: Omit<ExportRequest, 'targetId' | 'crops'>): string[] {
    const tiles = this.#dependencies.catalog.photos.tiles([...new Set(photoIds)])
    return planNames(tiles, sizes, pattern, format).map(({ fileName }) => fileName)
  }

  /** Removes what exports left behind that were running when the program was killed; never rejects. */
  removeLeftovers(): Promise<void> {
    return this.#dependencies.running.removeLeftovers()
  }

  /** Cancels what is under way and waits for it. */
  async close(): Promise<void> {
    for (const { abort } of this.#jobs.values()) abort.abort()
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
  }

  async #toTheEnd(jobId: string, run: ExportRun): Promise<void> {
    await run.start()
    try {
      this.#dependencies.running.noteEnd(jobId)
    } catch (error) {
      // Nothing is left of it; that it ended is noted when the library is opened again.
      this.#dependencies.log.warn('The end of an export could not be saved', { jobId, error: stackOf(error) })
    }
  }

  #find(jobId: string): Job {
    const job = this.#jobs.get(jobId)
    if (job) return job
    throw new AppError(
      'job-not-found',
      'This export is not known; it may have ended before the program was started again.',
    )
  }

  #forgetOldest(): void {
    for (const [id, { run }] of this.#jobs) {
      if (this.#jobs.size <= MAX_REMEMBERED) return
      if (!run.isRunning) this.#jobs.delete(id)
    }
  }
}
