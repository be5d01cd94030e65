import type { CutFile, CutRequest } from '../../analysis/cutting/cut-request.ts'
import { createMemoryLimiter, type MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { refuseCalls, type CallAnswer, type OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Text, TextValue } from '../../contract/sentences/text.ts'
import { valueInEnglish } from '../../contract/sentences/write-text.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { answerQuestion, namePorts } from '../port-questions.ts'
import type { ComputeAnswer, ComputeStart, ComputeTask, DescribeRequest } from '../protocol.ts'
import type { Reply } from '../reply.ts'
import { computeEntry, forkNode, type ComputeProcess, type ForkCompute } from './compute-process.ts'
import { ComputeWorker } from './compute-worker.ts'
import { IdleWatch } from './idle-watch.ts'
import { UrgentFirstOrder, type JobOrder, type PictureLocation, type Places } from './job-order.ts'
import type { Job, JobFailure } from './job.ts'
import {
  DEFAULT_LIMITS,
  processesBesidePerson,
  suitableProcesses,
  type PoolLimits,
  type PoolOptions,
} from './pool-options.ts'
import { RestartPolicy } from './restart-policy.ts'

/** Log for what the processes do; the logs of the library and of the service both fit. */
export type ComputeLog = {
  debug(message: string, details?: object): void
  warn(message: string, details?: object): void
}

export type ComputeOptions = ComputeStart &
  Pick<PoolOptions, 'processes' | 'limits' | 'order'> & {
    log: ComputeLog
    /** Starts compute processes by other means than `child_process.fork`. */
    fork?: ForkCompute | undefined
    /** Entry file of the compute process, unless it is beside this code. */
    entry?: string | undefined
  }

/** How compute processes are started. Tests replace it to share processes; nothing else does. */
export const computeStarter: { fork(entry: string, onNoise: (text: string) => void): ComputeProcess } = {
  fork: forkNode,
}

/** Opens analysis in other processes, which start with the first request. */
export function openCompute({ resourcesDir, modelsDir, log, fork, entry, ...pool }: ComputeOptions): ComputePool {
  const onNoise = (text: string) => log.debug('A compute process wrote', { text: text.trimEnd() })
  const start = fork ?? ((file: string) => computeStarter.fork(file, onNoise))
  return new ComputePool({
    ...pool,
    start: { resourcesDir, modelsDir },
    fork: () => start(entry ?? computeEntry()),
    onProblem: (message, details) => log.warn(message, details),
    onPortFault: (error) => log.warn('A custom classifier could not be used', { error }),
  })
}

export type OperateOptions = {
  /** The picture owner's ports for classifiers and feedback. Their methods run in this process. */
  ports?: OwnerPorts
  /** Removes a waiting request that nobody needs any more. A request that was already sent continues unheard. */
  signal?: AbortSignal | undefined
  /** Receives the milliseconds from sending the request to its answer, even if nobody waits for the answer any more. */
  onWorked?(ms: number): void
}

const CLOSE_MS = 3000
/** For removing jobs whether or not a process has a place for them. */
const ANYWHERE: Places = { fits: () => true, locate: () => 'nowhere' }

/**
 * Analyses in other processes, since this one reads nothing of a photo itself: makes jobs of requests and promises of
 * their answers, starts processes when there is work, hands each photo to one of them, and ends them when there is
 * none. Its order chooses the next job when a process has a place.
 */
export class ComputePool implements Places {
  /** How many requests can run at once; more wait. */
  readonly concurrency: number
  readonly #options: PoolOptions
  readonly #limits: PoolLimits
  readonly #processes: number
  readonly #memory: MemoryLimiter
  readonly #order: JobOrder
  readonly #restarts: RestartPolicy
  readonly #workers = new Set<ComputeWorker>()
  readonly #idle: IdleWatch
  #nextId = 1
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
    this.#idle = new IdleWatch(() => this.#retireAll({ kept: this.#kept }), this.#limits.idleMs)
    this.concurrency = this.#processes * this.#limits.inFlight
  }

  /** Never rejects. */
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome> {
    return this.#submit<AnalysisOutcome>(
      { kind: 'analyse', id: this.#nextId++, request },
      {
        read: (answer) => answerOf(answer, 'analysed').outcome,
        fail: failedOutcome,
      },
    )
  }

  /** Rejects with an AppError. `signal` removes a waiting request that nobody needs any more. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture> {
    return this.#submit<RenderedPicture>(
      { kind: 'render', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'rendered').picture),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /** Turns a text into a vector with the text-image pair. Rejects with an AppError. */
  describe(request: DescribeRequest): Promise<Float32Array> {
    return this.#submit<Float32Array>(
      { kind: 'describe', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'described').vector),
        fail(failure) {
          throw failedDescription(failure)
        },
      },
    )
  }

  /** Rejects with an AppError if the photo cannot be opened, and with the signal's reason when it aborts. */
  cut(request: CutRequest, signal?: AbortSignal): Promise<CutFile[]> {
    return this.#submit<CutFile[]>(
      { kind: 'cut', id: this.#nextId++, request },
      {
        read: (answer) => valueOf(answerOf(answer, 'cut').files),
        fail(failure) {
          throw failedRender(failure)
        },
        signal,
      },
    )
  }

  /**
   * Answers the calls in order. A picture that cannot be read, or that ends its process, answers all of them with that
   * error. Rejects with `not-supported-here` if no process can be started or the pool is closed, and with the signal's
   * reason when it aborts.
   */
  operate(request: OperationsRequest, options: OperateOptions = {}): Promise<CallAnswer[]> {
    const ports = namePorts(options.ports ?? {})
    return this.#submit<CallAnswer[]>(
      { kind: 'operate', id: this.#nextId++, request, ports },
      {
        ...options,
        onPortFault: this.#options.onPortFault,
        read: (answer) => answerOf(answer, 'operated').answers,
        fail(failure) {
          if (failure.code === 'not-run') throw failedOperations(failure)
          return refuseCalls(request.calls, failedOperations(failure))
        },
      },
    )
  }

  /**
   * From now on keeps one process that has answered `request`, so that its models stay open and nobody waits for one to
   * start. Idle times and processes that end do not change that. `tell` receives what each new process answered.
   */
  keepWarm(request: OperationsRequest, tell: (answers: readonly CallAnswer[]) => void): void {
    this.#makeWarmUp = () => ({
      ...createJob<CallAnswer[]>(
        { kind: 'operate', id: this.#nextId++, request, ports: namePorts({}) },
        {
          read: (answer) => answerOf(answer, 'operated').answers,
          fail: (failure) => refuseCalls(request.calls, failedOperations(failure)),
        },
        (outcome) => tell(outcome()),
      ),
      isWarmUp: true,
    })
    this.#dispatch()
  }

  /** Leaves one core to the person while they work: fewer processes analyse photos, and none is ended for that. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#isPersonAtWork = isAtWork
    this.#dispatch()
  }

  /**
   * Starts a process if none can take work, so that what is soon to be asked for does not wait for one. Without work it
   * ends as any other, after the idle time.
   */
  wake(): void {
    if (!this.#isBackingOff && !this.#isClosed && this.#needsFresh) this.#startWorker()
    this.#dispatch()
  }

  /** Which process, if any, still has a picture decoded. */
  locate(pictureId: string): PictureLocation {
    const holders = [...this.#workers].filter((worker) => worker.hasPicture(pictureId))
    if (holders.length === 0) return 'nowhere'
    const isAvailable = holders.some((worker) => worker.hasPlace({ isAlone: false, task: { kind: 'operate' } }))
    return isAvailable ? 'available' : 'busy'
  }

  /** True if a process has a place for this job now. */
  fits(job: Job): boolean {
    return this.#findPlace(job) !== undefined
  }

  /** Running processes, jobs sent to them, and waiting jobs. */
  state(): { processes: number; running: number; waiting: number; isWarm: boolean } {
    return {
      processes: this.#workers.size,
      running: this.#running,
      waiting: this.#order.size,
      isWarm: this.#some((worker) => worker.isWarm),
    }
  }

  /** Opens the models again for the next requests, after others were installed, in new processes. */
  renew(): void {
    this.#retireAll()
    this.#dispatch()
  }

  /** Resolves once no request waits or runs. */
  async drained(): Promise<void> {
    if (!this.#isIdle()) await this.#idle.next()
  }

  /** Ends all processes; running requests fail as crashed. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#failWaiting(say('analysis.engineWasClosed'))
    for (const worker of this.#workers) {
      if (worker.size > 0) worker.kill()
      else worker.retire()
    }
    for (let waited = 0; this.#workers.size > 0 && waited < CLOSE_MS; waited += 10) await delay(10)
    this.#idle.close()
  }

  async #submit<T>(task: ComputeTask, submission: Submission<T>): Promise<T> {
    const { signal } = submission
    signal?.throwIfAborted()
    const ended = Promise.withResolvers<() => T>()
    const abort = () => {
      this.#order.remove(task.id) // one that was already sent continues
      this.#dispatch()
      ended.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#add(createJob(task, submission, ended.resolve))
    try {
      return (await ended.promise)()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Queues a job. Every job is either answered or failed. */
  #add(job: Job): void {
    if (this.#isClosed) return job.fail({ code: 'not-run', how: say('analysis.engineClosed') })
    this.#order.add(job)
    this.#dispatch()
  }

  /** Sends what can be sent, and starts processes while more are allowed. */
  #dispatch(): void {
    this.#idle.noteBusy()
    if (this.#makeWarmUp && !this.#isBackingOff && !this.#isClosed && this.#needsFresh) this.#startWorker()
    while (this.#order.size > 0) {
      const mayGrow = !this.#isBackingOff && this.#workers.size < this.#maxAnalysing && this.#isTooFew()
      const isGrowing = mayGrow && [...this.#workers].every((worker) => worker.size >= this.#limits.growAt)
      const job = isGrowing ? undefined : this.#order.next(this)
      if (job !== undefined) this.#findPlace(job)?.send(job)
      else if (mayGrow) this.#startWorker()
      else break
    }
    if (this.#isIdle()) this.#idle.noteIdle()
  }

  /** Prefers a process that has the picture decoded and a free place, then the one with the fewest jobs. */
  #findPlace(job: Job): ComputeWorker | undefined {
    const { task } = job
    // The first processes analyse photos; the others are for what a person waits for.
    const analysing = this.#isPersonAtWork ? this.#maxAnalysing : undefined
    const workers = [...this.#workers].slice(0, task.kind === 'analyse' ? analysing : undefined)
    // Photos wait for a process with open models, if there is one, rather than go to a new one.
    const isLate = this.#makeWarmUp !== undefined && this.#some((worker) => worker.isWarm)
    const open = workers.filter((worker) => worker.hasPlace(job) && (worker.isWarm || !isLate))
    const holder = task.kind === 'operate' && open.find((worker) => worker.hasPicture(task.request.pictureId))
    return holder || open.sort((a, b) => a.size - b.size)[0]
  }

  /** If photos wait for a warm process, the processes that are starting will take some of them. */
  #isTooFew(): boolean {
    if (!this.#makeWarmUp) return true
    const starting = [...this.#workers].filter((worker) => !worker.isWarm && !worker.isRetiring)
    return starting.length < this.#order.size
  }

  /** Processes that stay when there is no work. */
  get #kept(): number {
    return this.#makeWarmUp ? 1 : 0
  }

  get #maxAnalysing(): number {
    return this.#isPersonAtWork ? processesBesidePerson(this.#processes) : this.#processes
  }

  #isIdle(): boolean {
    return this.#order.size === 0 && this.#running === 0
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
    this.#retireOutgrown()
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
    if (isHopeless && !this.#some((worker) => worker.isReady))
      this.#failWaiting(say('analysis.processOff', { reason: how }), this.#limits.failTogether)
    this.#isBackingOff = true
    if (this.#isIdle()) this.#idle.noteIdle()
    await delay(pauseMs)
    this.#isBackingOff = false
    if (!this.#isClosed) this.#dispatch()
  }

  #failWaiting(how: TextValue, max = Infinity): void {
    for (let failed = 0; failed < max; failed++) {
      const job = this.#order.next(ANYWHERE)
      if (job === undefined) return
      job.fail({ code: 'not-run', how })
    }
  }

  /** Each process ends once its jobs are done, except `kept` warm ones. */
  #retireAll({ kept = 0 } = {}): void {
    const workers = [...this.#workers]
    const staying = workers.filter((worker) => worker.isWarm).slice(0, kept)
    for (const worker of workers) if (!staying.includes(worker)) worker.retire()
  }

  /** Ends processes that hold too much memory, once their jobs are done; the last warm ones that are kept stay. */
  #retireOutgrown(): void {
    const workers = [...this.#workers]
    for (const worker of workers.filter(({ isOutgrown, isRetiring }) => isOutgrown && !isRetiring)) {
      const others = workers.filter((other) => other !== worker && other.isWarm)
      if (others.length >= this.#kept) worker.retire()
    }
  }

  /** True if no process can stay: all are about to end, or hold too much memory. */
  get #needsFresh(): boolean {
    return !this.#some((worker) => !worker.isRetiring && !worker.isOutgrown)
  }

  /** Jobs in flight, over all processes. */
  get #running(): number {
    return [...this.#workers].reduce((sum, worker) => sum + worker.size, 0)
  }

  #some(test: (worker: ComputeWorker) => boolean): boolean {
    return [...this.#workers].some(test)
  }
}

// Requests and their answers

function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new AppError(reply.code, reply.message)
  return reply.value
}

/** An answer has the kind of its task. */
function answerOf<K extends ComputeAnswer['kind']>(
  answer: ComputeAnswer,
  kind: K,
): Extract<ComputeAnswer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`A compute process answered "${answer.kind}" to what should be "${kind}".`)
  return answer as Extract<ComputeAnswer, { kind: K }>
}

/** How a job settles its caller's promise. */
type Submission<T> = {
  read(answer: ComputeAnswer): T
  /** What a failure means: a value, or an error that is thrown. */
  fail(failure: JobFailure): T
  ports?: OwnerPorts
  /** Receives errors without a code that a port threw. */
  onPortFault?(error: unknown): void
  signal?: AbortSignal | undefined
  /** Receives the milliseconds between sending and the answer or the failure. */
  onWorked?(ms: number): void
}

/** Creates a job whose outcome only its caller sees, errors included. */
function createJob<T>(
  task: ComputeTask,
  { read, fail, ports = {}, onPortFault = () => undefined, onWorked }: Submission<T>,
  end: (tell: () => T) => void,
): Job {
  let startedMs: number | undefined
  const noteWorked = () => startedMs !== undefined && onWorked?.(performance.now() - startedMs)
  return {
    task,
    isAlone: false,
    started: () => void (startedMs ??= performance.now()),
    answer(answer) {
      noteWorked()
      end(() => read(answer))
    },
    fail(failure) {
      noteWorked()
      end(() => fail(failure))
    },
    reply: (question) => answerQuestion(ports, question, onPortFault),
  }
}

// Failures in words

/** A failed job as the outcome of an analysis. */
function failedOutcome({ code, how }: JobFailure): AnalysisOutcome {
  if (code === 'not-run') return { ok: false, code: 'blocked', by: 'engine', reason: describeNotRun(how) }
  if (code === 'stalled') return { ok: false, code: 'blocked', by: 'file', reason: describeStalled(how) }
  if (code === 'timed-out') return { ok: false, code, reason: say('analysis.tookLong', { reason: how }) }
  if (code === 'out-of-memory') return { ok: false, code, reason: say('analysis.givenUp', { reason: how }) }
  return { ok: false, code, reason: say('analysis.ended', { reason: how }) }
}

/** A failed job as the error of rendering a picture. */
function failedRender({ how }: JobFailure): AppError {
  return new AppError('file-unreadable', say('analysis.notMade', { reason: how }))
}

/** A failed job as the error of describing a text. */
function failedDescription({ how }: JobFailure): AppError {
  return new AppError('not-supported-here', say('analysis.noTexts', { reason: how }))
}

/** A failed job as the error of operations; `not-supported-here` says nothing about the picture. */
function failedOperations({ code, how }: JobFailure): AppError {
  if (code === 'not-run' || code === 'stalled')
    return new AppError('not-supported-here', say('analysis.noPictures', { reason: how }))
  return new AppError(
    'file-unreadable',
    say('analysis.badPicture', { what: code === 'timed-out' ? 'slow' : code, reason: how }),
  )
}

const describeStalled = (how: TextValue) => say('analysis.stalled', { reason: how })

/** The system's messages about a process that cannot start, each with a remedy. */
const remedies: readonly [RegExp, string][] = [
  [/ENOMEM|EAGAIN|EMFILE|ENFILE/, 'closeOthers'],
  [/ENOSPC|EDQUOT|no space left/i, 'freeSpace'],
  [/EACCES|EPERM|ENOENT/, 'installAgain'],
]

function describeNotRun(how: TextValue): Text {
  const remedy = remedies.find(([words]) => words.test(valueInEnglish(how)))?.[1] ?? 'other'
  return say('analysis.notNow', { reason: how, remedy })
}
