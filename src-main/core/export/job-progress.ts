import type { ExportFileState, ExportJob } from '../../contract/library/export-job.ts'
import type { KeptJob } from '../catalog/catalog.ts'

/** Between two events of a job, in milliseconds. */
const EVENT_MS = 100

type Counts = ReadonlyMap<ExportFileState, number>

/** A job as callers know it. */
export function toExportJob(job: KeptJob, counts: Counts, secondsLeft: number | null = null): ExportJob {
  const of = (...states: ExportFileState[]) => states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  return {
    jobId: job.id,
    state: job.state,
    kind: job.settings.kind,
    title: job.title,
    target: job.target,
    photos: job.photos,
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    written: of('written', 'removed'),
    skipped: of('skipped'),
    heldBack: of('held-back'),
    failed: of('failed'),
    asking: of('asking'),
    problem: job.problem,
    createdMs: job.createdMs,
    endedMs: job.endedMs,
    secondsLeft,
  }
}

export type JobProgressDependencies = { now(): number; onJob(job: ExportJob): void }

/** Counts the files of a running job as they are done, and tells of it at most ten times a second. */
export class JobProgress {
  readonly #job: KeptJob
  readonly #counts: Map<ExportFileState, number>
  readonly #dependencies: JobProgressDependencies
  readonly #beganMs: number
  #done = 0
  #toldMs = 0

  constructor(job: KeptJob, counts: Counts, dependencies: JobProgressDependencies) {
    this.#job = job
    this.#counts = new Map(counts)
    this.#dependencies = dependencies
    this.#beganMs = dependencies.now()
  }

  settled(state: ExportFileState): void {
    this.#done += 1
    this.#counts.set('waiting', (this.#counts.get('waiting') ?? 0) - 1)
    this.#counts.set(state, (this.#counts.get(state) ?? 0) + 1)
    const nowMs = this.#dependencies.now()
    if (nowMs - this.#toldMs < EVENT_MS) return
    this.#toldMs = nowMs
    this.#dependencies.onJob(this.present())
  }

  /** The job now. */
  present(): ExportJob {
    return toExportJob(this.#job, this.#counts, this.#secondsLeft())
  }

  #secondsLeft(): number | null {
    const spentMs = this.#dependencies.now() - this.#beganMs
    if (this.#done === 0 || spentMs < 1000) return null
    return Math.ceil(((this.#counts.get('waiting') ?? 0) * spentMs) / this.#done / 1000)
  }
}
