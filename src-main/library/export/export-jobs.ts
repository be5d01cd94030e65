import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import { albumOf } from './album-of.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { AppError, stackOf, textOf } from '../../contract/errors.ts'
import type {
  CollisionAnswer,
  ExportJob,
  ExportOrder,
  ExportPlan,
  ExportReport,
  ExportState,
  ExportFileState,
} from '../../contract/library/export-job.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { KeptJob } from './rows/export-rows.ts'
import { checkTarget } from './check-target.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { ExportRun } from './export-run.ts'
import { removeParts } from './files/running-exports.ts'
import { undoExport } from './undo-export.ts'
import { checkSettings } from './check-settings.ts'
import { planExport } from './plan-export.ts'
import { resolveSource } from './resolve-source.ts'
import { SheetRun } from './sheet-run.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

/** Photos recorded at once. */
const PIECE = 10_000
const mayResume: readonly ExportState[] = ['interrupted', 'cancelled', 'failed', 'done']

type Running = { job: KeptJob; abort: AbortController; progress: JobProgress }

/**
 * Exports as jobs of the catalogue: one runs at a time, in order of request, and each continues after an interruption.
 * Originals are only ever read.
 */
export class ExportJobs {
  readonly #dependencies: ExportDependencies
  #running: Running | null = null
  /** The job whose end could not be noted. */
  #unsettled: KeptJob | null = null
  readonly #task: BackgroundTask

  constructor(dependencies: ExportDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: (signal) => this.#takeEach(signal),
      onError: (error) =>
        dependencies.log.error('How exports stand could not be noted; it is tried again', { error: stackOf(error) }),
    })
    this.#jobs.interruptRunning()
  }

  /** Continues interrupted and waiting jobs. */
  start(): void {
    for (const { number } of this.#jobs.inStates(['interrupted'])) this.#jobs.setState(number, 'queued')
    this.#task.schedule()
  }

  /** Checks everything, records the job and begins it. Throws the errors of the contract. */
  async add({ source, settings, crops, targetId, title }: ExportOrder): Promise<ExportJob> {
    checkSettings(this.#dependencies.catalog.exports, settings)
    const target = this.#dependencies.targetPath(targetId)
    const id = randomUUID()
    checkTarget(target, id)
    const ids = await resolveSource(this.#dependencies.catalog, source)
    const job = this.#jobs.add({
      id,
      title,
      target,
      settings,
      album: albumOf(this.#dependencies.catalog, source),
      crops,
    })
    const outputs = settings.kind === 'pictures' ? settings.outputs.length : 1
    for (let from = 0; from === 0 || from < ids.length; from += PIECE) {
      this.#jobs.addPhotos(job.number, ids.slice(from, from + PIECE), outputs, from + PIECE >= ids.length)
      if (from + PIECE < ids.length) await setImmediate()
    }
    this.#task.schedule()
    return this.#tell(id)
  }

  /** Preview of an export. */
  plan(asked: Parameters<typeof planExport>[1]): Promise<ExportPlan> {
    return planExport(this.#dependencies, asked)
  }

  list(limit: number): ExportJob[] {
    return this.#jobs.list(limit).map((job) => this.#present(job))
  }

  /** Throws `job-not-found`. */
  get(id: string): ExportJob {
    return this.#present(this.#jobs.get(id))
  }

  report(id: string): ExportReport {
    const job = this.#jobs.get(id)
    return { job: this.#present(job), reasons: this.#jobs.files.reasons(job.number) }
  }

  answer({ jobId, fileIds, answer }: CollisionAnswer): ExportJob {
    const job = this.#jobs.get(jobId)
    const count = this.#jobs.answer(job.number, { ...(fileIds === undefined ? {} : { fileIds }), answer })
    if (count === 0) throw new AppError('bad-params', say('errors.noAnswerAwaited'))
    if (job.state === 'asking') this.#queue(job)
    return this.#tell(jobId)
  }

  cancel(id: string): ExportJob {
    const job = this.#jobs.get(id)
    if (this.#running?.job.id === id) this.#running.abort.abort()
    else if (job.state === 'queued' || job.state === 'interrupted') this.#jobs.setState(job.number, 'cancelled')
    return this.#tell(id)
  }

  resume(id: string): ExportJob {
    const job = this.#jobs.get(id)
    if (!mayResume.includes(job.state))
      throw new AppError('bad-params', say('exports.notResumed', { state: job.state }))
    checkTarget(job.target, job.id)
    this.#jobs.retryFailed(job.number)
    if ((this.#jobs.counts(job.number).get('waiting') ?? 0) === 0)
      throw new AppError('bad-params', say('exports.allWritten'))
    this.#queue(job)
    return this.#tell(id)
  }

  /** Undoes every run whose files still exist. */
  async undo(id: string): Promise<ChangeResult> {
    const job = this.#jobs.get(id)
    if (this.#running?.job.id === id) throw new AppError('bad-params', say('exports.cancelBeforeUndo'))
    const results: ChangeResult[] = []
    for (const run of this.#jobs.runsWithFiles(job.number)) {
      const changeId = this.#jobs.changeOf(job.id, run)
      // the history forgets after 90 days; the files can still be removed
      if (changeId !== null) results.push(await this.#dependencies.changes.undo(changeId))
      else
        results.push({
          changeId,
          count: 0,
          kept: 0,
          sentence: await undoExport(this.#dependencies.catalog, { jobId: id, run }),
        })
    }
    this.#tell(id)
    const last = results.at(-1)
    if (last === undefined) throw new AppError('bad-params', say('exports.nothingThere'))
    return { ...last, sentence: several(results.map(({ sentence }) => sentence)) }
  }

  /** Throws `bad-params` if the job is not over. */
  forget(id: string): void {
    const job = this.#jobs.get(id)
    if (job.state === 'queued' || job.state === 'running' || job.state === 'interrupted')
      throw new AppError('bad-params', say('exports.cancelBeforeForget'))
    this.#jobs.forget(job.number)
  }

  /** Stops before the next file; `start` or `resume` continues the rest. */
  async close(): Promise<void> {
    const closed = this.#task.close()
    this.#running?.abort.abort()
    await closed
  }

  get #jobs() {
    return this.#dependencies.catalog.exports.jobs
  }

  #queue(job: KeptJob): void {
    this.#jobs.setState(job.number, 'queued')
    this.#task.schedule()
  }

  #present(job: KeptJob): ExportJob {
    if (this.#running?.job.id === job.id) return this.#running.progress.present()
    return toExportJob(job, this.#jobs.counts(job.number))
  }

  #tell(id: string): ExportJob {
    const job = this.get(id)
    this.#dependencies.onJob(job)
    return job
  }

  async #takeEach(signal: AbortSignal): Promise<void> {
    await setImmediate() // the caller learns of the job first
    if (this.#unsettled !== null) this.#jobs.setState(this.#unsettled.number, 'queued')
    this.#unsettled = null
    for (let job = this.#next(); job !== undefined && !signal.aborted; job = this.#next()) {
      try {
        await this.#runOne(job)
      } catch (error) {
        this.#dependencies.log.error('An export failed', { job: job.id, error: stackOf(error) })
        this.#unsettled = job
        this.#jobs.setState(job.number, 'failed', textOf(error))
        this.#unsettled = null
      }
      this.#tell(job.id)
    }
  }

  /** Jobs whose files are not all listed yet wait. */
  #next(): KeptJob | undefined {
    return this.#jobs.inStates(['queued']).find(({ isListed }) => isListed)
  }

  async #runOne(queued: KeptJob): Promise<void> {
    this.#jobs.setState(queued.number, 'running')
    const job = this.#jobs.get(queued.id)
    const abort = new AbortController()
    const progress = new JobProgress(job, this.#jobs.counts(job.number), this.#dependencies)
    this.#running = { job, abort, progress }
    try {
      this.#dependencies.onJob(progress.present())
      await removeParts({ jobId: job.id, folder: job.target })
      const problem = await this.#write(job, abort.signal, progress)
      await this.#noteRun(job)
      this.#jobs.setState(job.number, this.#endOf(job, abort.signal, problem), problem)
    } finally {
      this.#running = null
    }
  }

  /** Why it could not continue; empty if it could. */
  async #write(job: KeptJob, signal: AbortSignal, progress: JobProgress): Promise<Text | null> {
    const { settings } = job
    const onSettled = progress.settled.bind(progress)
    const run =
      settings.kind === 'pictures'
        ? new ExportRun({ job, settings, signal, onSettled }, this.#dependencies)
        : new SheetRun({ job, settings, signal, onSettled }, this.#dependencies)
    await run.toTheEnd()
    return run.problem
  }

  #endOf(job: KeptJob, signal: AbortSignal, problem: Text | null): ExportState {
    const counts = this.#jobs.counts(job.number)
    if (problem !== null) return 'failed'
    if (signal.aborted && (counts.get('waiting') ?? 0) > 0) return this.#task.isClosed ? 'interrupted' : 'cancelled'
    return (counts.get('asking') ?? 0) > 0 ? 'asking' : 'done'
  }

  /** The files of a run are one change of the history. */
  async #noteRun(job: KeptJob): Promise<void> {
    const written = this.#jobs.writtenInRun(job.number, job.run)
    if (written === 0) return
    // The photos of a contact sheet are in one file.
    const files = job.settings.kind === 'contact-sheet' ? 1 : written
    const { id: jobId, run, target } = job
    const { changes } = this.#dependencies
    await changes.apply({ kind: 'export-files', ids: LIBRARY_IDS, jobId, run, files, target })
    this.#jobs.beginRun(job.number)
  }
}

/** Minimum time between two events of a job, in milliseconds. */
const EVENT_MS = 100

type Counts = ReadonlyMap<ExportFileState, number>

/** A job as callers see it. */
function toExportJob(job: KeptJob, counts: Counts, secondsLeft: number | null = null): ExportJob {
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

type JobProgressDependencies = { now(): number; onJob(job: ExportJob): void }

/** Counts the finished files of a running job, and reports at most ten times a second. */
class JobProgress {
  readonly #job: KeptJob
  readonly #counts: Map<ExportFileState, number>
  readonly #dependencies: JobProgressDependencies
  readonly #beganMs: number
  #done = 0
  #reportedMs = 0

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
    if (nowMs - this.#reportedMs < EVENT_MS) return
    this.#reportedMs = nowMs
    this.#dependencies.onJob(this.present())
  }

  /** The present state of the job. */
  present(): ExportJob {
    return toExportJob(this.#job, this.#counts, this.#secondsLeft())
  }

  #secondsLeft(): number | null {
    const spentMs = this.#dependencies.now() - this.#beganMs
    if (this.#done === 0 || spentMs < 1000) return null
    return Math.ceil(((this.#counts.get('waiting') ?? 0) * spentMs) / this.#done / 1000)
  }
}
