import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ComputeProcess } from './compute-process.ts'
import type { ComputeStart } from '../protocol.ts'
import { createMemoryLimiter, type MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { ComputeWorker, type Job, type WorkerLimits } from './compute-worker.ts'

export type PoolOptions = {
  start: ComputeStart
  /** Starts one compute process. */
  fork: () => ComputeProcess
  onProblem: (message: string, details: object) => void
  processes?: number
  limits?: Partial<PoolLimits>
}
export type PoolLimits = WorkerLimits & {
  /** Milliseconds without work after which all processes end and give their memory back. */
  idleMs: number
  /** Another process is started, as long as more are allowed, before any has more than so many photos in flight. */
  growAt: number
  /** Bytes that heavy decodes may hold at once, in all processes together. */
  roomBytes: number
  /** First wait in milliseconds before a process is started again after a fault; doubles up to 30 s. */
  backOffMs: number
}

const MEGABYTE = 1024 * 1024
const DEFAULT_LIMITS: PoolLimits = {
  inFlight: 2,
  growAt: 2,
  sharedMs: 8_000,
  aloneMs: 19_000,
  residentBytes: 600 * MEGABYTE,
  idleMs: 60_000,
  roomBytes: 512 * MEGABYTE,
  backOffMs: 250,
}
/** So many starts in a row that fail mean that the process cannot run at all. */
const MAX_FAILED_STARTS = 4
const LONGEST_BACK_OFF_MS = 30_000
const CLOSE_MS = 3000

/**
 * How many processes suit this machine: one core is left for the rest of the program, and more than four cost more
 * memory than their speed is worth.
 */
export function suitableProcesses(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}

/**
 * Owns the compute processes: starts them when there is work, hands each photo to one of them, ends them when there is
 * none.
 */
export class ComputePool {
  readonly concurrency: number
  readonly #options: PoolOptions
  readonly #limits: PoolLimits
  readonly #processes: number
  readonly #memory: MemoryLimiter
  readonly #workers = new Set<ComputeWorker>()
  readonly #queue: Job[] = []
  #failedStarts = 0
  #isBackingOff = false
  #isClosed = false
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#processes = options.processes ?? suitableProcesses()
    this.#memory = createMemoryLimiter(this.#limits.roomBytes)
    this.concurrency = this.#processes * this.#limits.inFlight
  }

  /** Puts a job in line, urgent ones first. Every job is either answered or blamed. */
  submit(job: Job, isUrgent: boolean): void {
    if (this.#isClosed) return job.blame('not-run', 'the engine is closed')
    if (isUrgent) this.#queue.unshift(job)
    else this.#queue.push(job)
    this.#pump()
  }

  /** Takes a job out of the line; false for one that was sent already, which goes on. */
  withdraw(taskId: number): boolean {
    const index = this.#queue.findIndex((job) => job.task.id === taskId)
    if (index >= 0) this.#queue.splice(index, 1)
    return index >= 0
  }

  /** Where a picture is decoded still: in a process that has a place, only in one that has none, or nowhere. */
  whereIs(pictureId: string): 'at-hand' | 'busy' | 'nowhere' {
    const holders = [...this.#workers].filter((worker) => worker.holds(pictureId))
    if (holders.length === 0) return 'nowhere'
    return holders.some((worker) => worker.hasPlace({ isAlone: false, task: { kind: 'operate' } })) ? 'at-hand' : 'busy'
  }

  /** Processes that are there now, jobs sent to them, and jobs in line. */
  state(): { processes: number; running: number; waiting: number } {
    const running = [...this.#workers].reduce((sum, worker) => sum + worker.size, 0)
    return { processes: this.#workers.size, running, waiting: this.#queue.length }
  }

  /** Replaces every process once its photos are done. */
  renew(): void {
    for (const worker of this.#workers) worker.retire()
  }

  /** Ends all processes; what is under way is blamed as crashed. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    this.#blameQueue('the engine was closed')
    for (const worker of this.#workers) {
      if (worker.size > 0) worker.kill()
      else worker.retire()
    }
    for (let waited = 0; this.#workers.size > 0 && waited < CLOSE_MS; waited += 10) await delay(10)
  }

  /** Sends what can be sent, starting processes as long as more are allowed. */
  #pump(): void {
    clearTimeout(this.#idleTimer)
    while (this.#queue.length > 0) {
      const index = this.#queue.findIndex((job) => this.#findPlace(job) !== undefined)
      const mayGrow = !this.#isBackingOff && this.#workers.size < this.#processes
      if (index >= 0 && !(mayGrow && this.#isBusy())) this.#send(this.#queue.splice(index, 1)[0]!)
      else if (mayGrow) this.#startWorker()
      else break
    }
    const isIdle = this.#queue.length === 0 && [...this.#workers].every((worker) => worker.size === 0)
    if (isIdle) this.#idleTimer = setTimeout(() => this.renew(), this.#limits.idleMs).unref()
  }

  #isBusy(): boolean {
    return [...this.#workers].every((worker) => worker.size >= this.#limits.growAt)
  }

  /** A process that has the picture decoded goes before the one with the least to do, as long as it has a place. */
  #findPlace(job: Job): ComputeWorker | undefined {
    const open = [...this.#workers].filter((worker) => worker.hasPlace(job))
    return open.find((worker) => worker.knows(job)) ?? open.sort((a, b) => a.size - b.size)[0]
  }

  #send(job: Job): void {
    this.#findPlace(job)?.send(job)
  }

  #startWorker(): void {
    const process = this.#fork()
    if (process === null) return
    const { start } = this.#options
    const worker: ComputeWorker = new ComputeWorker({
      process,
      start: { kind: 'start', ...start },
      limits: this.#limits,
      memory: this.#memory,
      events: {
        onFree: () => {
          this.#failedStarts = 0
          this.#pump()
        },
        onRetry: (jobs, areSuspects) =>
          this.#retry(areSuspects ? jobs.map((job) => ({ ...job, isAlone: true })) : jobs),
        onGone: (how, isFault) => this.#forget(worker, how, isFault),
      },
    })
    this.#workers.add(worker)
  }

  #fork(): ComputeProcess | null {
    try {
      return this.#options.fork()
    } catch (error) {
      this.#blameQueue(`the analysis process does not start: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  #retry(jobs: readonly Job[]): void {
    if (this.#isClosed) for (const job of jobs) job.blame('not-run', 'the engine was closed')
    else this.#queue.unshift(...jobs)
  }

  #forget(worker: ComputeWorker, how: string, isFault: boolean): void {
    this.#workers.delete(worker)
    if (this.#isClosed) return
    if (isFault) void this.#backOff(how, worker.isReady)
    else this.#pump()
  }

  async #backOff(how: string, hadStarted: boolean): Promise<void> {
    this.#options.onProblem('A compute process ended', { how })
    this.#failedStarts = hadStarted ? 0 : this.#failedStarts + 1
    if (this.#failedStarts >= MAX_FAILED_STARTS) {
      this.#blameQueue(`the analysis process does not start: ${how}`)
      this.#failedStarts = 0
    }
    this.#isBackingOff = true
    await delay(Math.min(LONGEST_BACK_OFF_MS, this.#limits.backOffMs * 2 ** this.#failedStarts))
    this.#isBackingOff = false
    if (!this.#isClosed) this.#pump()
  }

  #blameQueue(how: string): void {
    for (const job of this.#queue.splice(0)) job.blame('not-run', how)
  }
}
