import type { TextValue } from '../../contract/sentences/text.ts'
import { valueInEnglish } from '../../contract/sentences/write-text.ts'
import { say } from '../../contract/sentences/say.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createMemoryLimiter, type MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { messageOf } from '../../contract/errors.ts'
import type { ComputeProcess } from './compute-process.ts'
import { ComputeWorker } from './compute-worker.ts'
import { IdleWatch } from './idle-watch.ts'
import { UrgentFirstOrder, type JobOrder, type PictureLocation, type Places } from './job-order.ts'
import type { Job } from './job.ts'
import {
  DEFAULT_LIMITS,
  processesBesidePerson,
  suitableProcesses,
  type PoolLimits,
  type PoolOptions,
} from './pool-options.ts'
import { RestartPolicy } from './restart-policy.ts'

const CLOSE_MS = 3000
/** For removing jobs whether or not a process has a place for them. */
const ANYWHERE: Places = { fits: () => true, locate: () => 'nowhere' }

/**
 * Owns the compute processes: starts them when there is work, hands each photo to one of them, and ends them when there
 * is none. The pool's order chooses the next job when a process has a place.
 */
export class ComputePool {
  readonly concurrency: number
  readonly #options: PoolOptions
  readonly #limits: PoolLimits
  readonly #processes: number
  readonly #memory: MemoryLimiter
  readonly #order: JobOrder
  readonly #restarts: RestartPolicy
  readonly #workers = new WorkerSet()
  readonly #idle: IdleWatch
  #isBackingOff = false
  #isClosed = false
  #isPersonAtWork = false
  #makeWarmUp: (() => Job) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#processes = options.processes ?? suitableProcesses()
    this.#memory = createMemoryLimiter(this.#limits.memoryBytes)
    this.#order = options.order ?? new UrgentFirstOrder()
    this.#restarts = new RestartPolicy(this.#limits.backOffMs)
    this.#idle = new IdleWatch(() => this.#workers.retireAll({ kept: this.#kept }), this.#limits.idleMs)
    this.concurrency = this.#processes * this.#limits.inFlight
  }

  /** Leaves one core to the person while they work: fewer processes analyse photos, and none is ended for that. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#isPersonAtWork = isAtWork
    this.#workers.analysing = this.#mostAnalysing
    this.#dispatch()
  }

  /**
   * From now on keeps one process with open models, so that nobody waits for one to start. Idle times and processes
   * that end do not change that. Each new process first does a job that opens its models.
   */
  keepWarm(makeWarmUp: () => Job): void {
    this.#makeWarmUp = makeWarmUp
    this.#workers.prefersWarm = true
    this.#dispatch()
  }

  /** Queues a job. Every job is either answered or failed. */
  submit(job: Job): void {
    if (this.#isClosed) return job.fail({ code: 'not-run', how: say('analysis.engineClosed') })
    this.#order.add(job)
    this.#dispatch()
  }

  /** Removes a waiting job; one that was sent already goes on. */
  withdraw(taskId: number): void {
    this.#order.remove(taskId)
    this.#dispatch()
  }

  /** Which process, if any, still has a picture decoded. */
  locate(pictureId: string): PictureLocation {
    return this.#workers.locate(pictureId)
  }

  /** Running processes, jobs sent to them, and waiting jobs. */
  state(): { processes: number; running: number; waiting: number; isWarm: boolean } {
    const { size: processes, running, hasWarm: isWarm } = this.#workers
    return { processes, running, waiting: this.#order.size, isWarm }
  }

  /** Replaces every process once its photos are done. */
  renew(): void {
    this.#workers.retireAll()
    this.#dispatch()
  }

  /** Resolves once no job waits or runs. */
  async drained(): Promise<void> {
    if (!this.#isIdle()) await this.#idle.next()
  }

  /** Ends all processes; running jobs fail as crashed. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#failWaiting(say('analysis.engineWasClosed'))
    await this.#workers.endAll(CLOSE_MS)
    this.#idle.close()
  }

  /** Sends what can be sent, and starts processes while more are allowed. */
  #dispatch(): void {
    this.#idle.noteBusy()
    if (this.#makeWarmUp && !this.#isBackingOff && !this.#isClosed && this.#workers.needsFresh) this.#startWorker()
    while (this.#order.size > 0) {
      const mayGrow = !this.#isBackingOff && this.#workers.size < this.#mostAnalysing && this.#isTooFew()
      const isGrowing = mayGrow && this.#workers.allHave(this.#limits.growAt)
      const job = isGrowing ? undefined : this.#order.next(this.#workers)
      if (job !== undefined) this.#workers.findPlace(job)?.send(job)
      else if (mayGrow) this.#startWorker()
      else break
    }
    if (this.#isIdle()) this.#idle.noteIdle()
  }

  /** If photos wait for a warm process, the processes that are starting will take some of them. */
  #isTooFew(): boolean {
    return !this.#makeWarmUp || this.#workers.starting < this.#order.size
  }

  /** Processes that stay when there is no work. */
  get #kept(): number {
    return this.#makeWarmUp ? 1 : 0
  }

  get #mostAnalysing(): number {
    return this.#isPersonAtWork ? processesBesidePerson(this.#processes) : this.#processes
  }

  #isIdle(): boolean {
    return this.#order.size === 0 && this.#workers.running === 0
  }

  #startWorker(): void {
    const process = this.#fork()
    if (process === null) return
    const worker: ComputeWorker = new ComputeWorker({
      process,
      start: { kind: 'start', ...this.#options.start, memoryBytes: this.#limits.processBytes },
      limits: this.#limits,
      memory: this.#memory,
      events: {
        onFree: () => this.#noteAnswer(),
        onRetry: (jobs, areSuspects) =>
          this.#retry(areSuspects ? jobs.map((job) => ({ ...job, isAlone: true })) : jobs),
        onGone: (how, isFault) => this.#forget(worker, how, isFault),
      },
    })
    this.#workers.add(worker)
    const warmUp = this.#makeWarmUp?.()
    if (warmUp !== undefined) worker.send(warmUp)
  }

  #fork(): ComputeProcess | null {
    try {
      return this.#options.fork()
    } catch (error) {
      void this.#backOff(messageOf(error), false)
      return null
    }
  }

  #noteAnswer(): void {
    this.#restarts.noteAnswer()
    this.#workers.retireOutgrown({ kept: this.#kept })
    this.#dispatch()
  }

  #retry(ended: readonly Job[]): void {
    const jobs = ended.filter(({ isWarmUp }) => !isWarmUp)
    if (!this.#isClosed) return this.#order.putBack(jobs)
    for (const job of jobs) job.fail({ code: 'not-run', how: say('analysis.engineWasClosed') })
  }

  #forget(worker: ComputeWorker, how: TextValue, isFault: boolean): void {
    this.#workers.delete(worker)
    if (this.#isClosed) return
    if (isFault) void this.#backOff(how, this.#makeWarmUp ? worker.hasAnswered : worker.isReady)
    else this.#dispatch()
  }

  async #backOff(how: TextValue, hadStarted: boolean): Promise<void> {
    this.#options.onProblem('A compute process ended', { how: valueInEnglish(how) })
    const { pauseMs, isHopeless } = this.#restarts.noteEnd({ hadStarted })
    // If other processes work, jobs wait for them.
    if (isHopeless && !this.#workers.hasReady)
      this.#failWaiting(say('analysis.processOff', { reason: how }), this.#limits.failTogether)
    this.#isBackingOff = true
    if (this.#isIdle()) this.#idle.noteIdle()
    await delay(pauseMs)
    this.#isBackingOff = false
    if (!this.#isClosed) this.#dispatch()
  }

  #failWaiting(how: TextValue, most = Infinity): void {
    for (let failed = 0; failed < most; failed++) {
      const job = this.#order.next(ANYWHERE)
      if (job === undefined) return
      job.fail({ code: 'not-run', how })
    }
  }
}

/** The processes of a pool and the places in them. */
class WorkerSet implements Places {
  /** The first this many processes analyse photos; the others are for what a person waits for. */
  analysing = Infinity
  /** Whether photos wait for a process with open models, if there is one, rather than go to a new one. */
  prefersWarm = false
  readonly #workers = new Set<ComputeWorker>()

  get size(): number {
    return this.#workers.size
  }

  /** Jobs in flight, over all processes. */
  get running(): number {
    return [...this.#workers].reduce((sum, worker) => sum + worker.size, 0)
  }

  /** True if a process has started and works. */
  get hasReady(): boolean {
    return [...this.#workers].some((worker) => worker.isReady)
  }

  /** True if a process accepts work and has its models open. */
  get hasWarm(): boolean {
    return [...this.#workers].some((worker) => worker.isWarm)
  }

  /** Processes that have not answered yet. */
  get starting(): number {
    return [...this.#workers].filter((worker) => !worker.isWarm && !worker.isRetiring).length
  }

  add(worker: ComputeWorker): void {
    this.#workers.add(worker)
  }

  delete(worker: ComputeWorker): void {
    this.#workers.delete(worker)
  }

  /** True if each process has at least this many jobs in flight. */
  allHave(jobs: number): boolean {
    return [...this.#workers].every((worker) => worker.size >= jobs)
  }

  /** Prefers a process that has the picture decoded and a free place, then the one with the fewest jobs. */
  findPlace(job: Job): ComputeWorker | undefined {
    const { task } = job
    const workers = [...this.#workers].slice(0, task.kind === 'analyse' ? this.analysing : undefined)
    const isLate = this.prefersWarm && this.hasWarm
    const open = workers.filter((worker) => worker.hasPlace(job) && (worker.isWarm || !isLate))
    const holder = task.kind === 'operate' && open.find((worker) => worker.hasPicture(task.request.pictureId))
    return holder || open.sort((a, b) => a.size - b.size)[0]
  }

  fits(job: Job): boolean {
    return this.findPlace(job) !== undefined
  }

  locate(pictureId: string): PictureLocation {
    const holders = [...this.#workers].filter((worker) => worker.hasPicture(pictureId))
    if (holders.length === 0) return 'nowhere'
    const isAvailable = holders.some((worker) => worker.hasPlace({ isAlone: false, task: { kind: 'operate' } }))
    return isAvailable ? 'available' : 'busy'
  }

  /** Each process ends once its jobs are done, except `kept` warm ones. */
  retireAll({ kept = 0 } = {}): void {
    const workers = [...this.#workers]
    const staying = workers.filter((worker) => worker.isWarm).slice(0, kept)
    for (const worker of workers) if (!staying.includes(worker)) worker.retire()
  }

  /** Ends processes that hold too much memory, once their jobs are done; the last `kept` warm ones stay. */
  retireOutgrown({ kept = 0 } = {}): void {
    const workers = [...this.#workers]
    for (const worker of workers.filter(({ isOutgrown, isRetiring }) => isOutgrown && !isRetiring)) {
      const others = workers.filter((other) => other !== worker && other.isWarm)
      if (others.length >= kept) worker.retire()
    }
  }

  /** True if no process can stay: all are about to end, or hold too much memory. */
  get needsFresh(): boolean {
    return ![...this.#workers].some((worker) => !worker.isRetiring && !worker.isOutgrown)
  }

  /** Ends all processes, even with jobs in flight; waits at most `waitMs` until they have ended. */
  async endAll(waitMs: number): Promise<void> {
    for (const worker of this.#workers) {
      if (worker.size > 0) worker.kill()
      else worker.retire()
    }
    for (let waited = 0; this.#workers.size > 0 && waited < waitMs; waited += 10) await delay(10)
  }
}
