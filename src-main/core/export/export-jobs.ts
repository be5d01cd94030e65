import { randomUUID } from 'node:crypto'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportProgress, ExportRequest } from '../../contract/library/export.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { checkTarget } from './check-target.ts'
import type { OpenSource } from './open-picture.ts'
import { planNames } from './plan-names.ts'
import { runExport } from './run-export.ts'

export type ExportParts = {
  catalog: {
    photos: Pick<Catalog['photos'], 'tiles' | 'detail'>
    analysis: Pick<Catalog['analysis'], 'saliencyFeatures'>
  }
  /** Folder of a target; throws `target-not-found`. */
  targetPath(targetId: string): string
  openSource: OpenSource
  suggest(cues: SaliencyFeatures, size: Size): Rectangle
  /** Called after each file and each failure, and once at the end. */
  onProgress(progress: ExportProgress): void
  log: Log
}

/** Jobs remembered after they are done, so that a window can still ask. */
const MAX_REMEMBERED = 50

type Job = { progress: ExportProgress; stop: AbortController; done: Promise<void> }

/** Exports under way and done. Originals are only ever read; files already in the target folder are never replaced. */
export function createExportJobs(parts: ExportParts) {
  const jobs = new Map<string, Job>()
  const find = (jobId: string): Job => {
    const job = jobs.get(jobId)
    if (!job)
      throw new AppError(
        'job-not-found',
        'This export is not known; it may have ended before the program was started again.',
      )
    return job
  }
  return {
    /**
     * Checks the pattern and the target, begins, and returns the job's id. Throws `bad-params`, `target-not-found`,
     * `not-a-folder` or `target-not-writable`.
     */
    start(request: ExportRequest): string {
      const folder = parts.targetPath(request.targetId)
      checkTarget(folder)
      const jobId = randomUUID()
      const stop = new AbortController()
      const { progress, done } = runExport({ jobId, request, folder, signal: stop.signal }, parts)
      jobs.set(jobId, { progress, stop, done })
      forgetOldest(jobs)
      return jobId
    },
    /** Stops before the next file; what is written stays. */
    cancel(jobId: string): void {
      find(jobId).stop.abort()
    },
    status: (jobId: string): ExportProgress => structuredClone(find(jobId).progress),
    /** The names an export would write into an empty folder. Throws `bad-params` for an unknown field. */
    names({ photoIds, sizes, pattern, format }: Omit<ExportRequest, 'targetId' | 'crops'>): string[] {
      return planNames(parts.catalog.photos.tiles([...new Set(photoIds)]), sizes, pattern, format).map(
        ({ fileName }) => fileName,
      )
    },
    /** Cancels what is under way and waits for it. */
    async close(): Promise<void> {
      for (const { stop } of jobs.values()) stop.abort()
      await Promise.all([...jobs.values()].map(({ done }) => done))
    },
  }
}

export type ExportJobs = ReturnType<typeof createExportJobs>

function forgetOldest(jobs: Map<string, Job>): void {
  for (const [id, { progress }] of jobs) {
    if (jobs.size <= MAX_REMEMBERED) return
    if (progress.state !== 'running') jobs.delete(id)
  }
}
