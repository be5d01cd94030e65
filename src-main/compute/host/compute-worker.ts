import type { TextValue } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { LRUCache } from 'lru-cache'
import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { ComputeAnswer, ComputeTask, FromCompute, ToCompute } from '../protocol.ts'
import type { ComputeProcess, ProcessEnd } from './compute-process.ts'
import { InFlightJob, type TimeLimits } from './in-flight-job.ts'
import type { Job, JobFailure } from './job.ts'
import { slownessNow } from './slowness-now.ts'
import { WorkReports } from './work-reports.ts'

export type WorkerLimits = TimeLimits & {
  /** Photos in flight in one process, so that decoding overlaps with inference. */
  inFlight: number
  /** A process with more than this many bytes is replaced once it is idle and another one is warm. */
  residentBytes: number
}

export type WorkerEvents = {
  /** A place became free. */
  onFree(): void
  /**
   * Jobs that ended with the process and may be innocent. If they are no suspects, the process had not even started.
   */
  onRetry(jobs: Job[], areSuspects: boolean): void
  /** The process has ended; `isFault` unless it was asked to end. */
  onGone(how: TextValue, isFault: boolean): void
}

export type WorkerOptions = {
  process: ComputeProcess
  start: Extract<ToCompute, { kind: 'start' }>
  limits: WorkerLimits
  memory: MemoryLimiter
  events: WorkerEvents
}

type Requested = Extract<FromCompute, { kind: 'request' }>

/** Milliseconds that a process has to close after the request to do so. */
const CLOSE_MS = 2000
/** The process is assumed to hold this many of the latest pictures decoded. */
const MAX_REMEMBERED = 16

/** Owns one compute process and its jobs until the process ends. */
export class ComputeWorker {
  readonly #options: WorkerOptions
  readonly #jobs = new Map<number, InFlightJob>()
  /** Ids of the latest pictures. */
  readonly #pictures = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  readonly #reports = new WorkReports()
  readonly #starting: NodeJS.Timeout
  #isRetiring = false
  #isGone = false
  #isReady = false
  #hasAnswered = false
  #isOutgrown = false

  constructor(options: WorkerOptions) {
    this.#options = options
    const { process, start, limits } = options
    process.onExit((end) => this.#noteEnd(end))
    process.onMessage((message) => this.#receive(message))
    process.onUsed((usedMs) => this.#reports.note(usedMs, [...this.#jobs.values()]))
    process.post(start)
    this.#starting = setTimeout(() => this.#giveUpStarting(), limits.startMs)
  }

  /** Jobs in flight. */
  get size(): number {
    return this.#jobs.size
  }

  /** True once the process has started and opened its models. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** True while it accepts work and has answered before, so that its models are open. */
  get isWarm(): boolean {
    return this.#hasAnswered && !this.isRetiring
  }

  /** True once it has answered anything. */
  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** True if it holds too much memory and must be replaced. */
  get isOutgrown(): boolean {
    return this.#isOutgrown
  }

  /** True if it accepts no new jobs. */
  get isRetiring(): boolean {
    return this.#isRetiring || this.#isGone
  }

  /** True if the process got this picture lately and may still have it decoded. */
  hasPicture(pictureId: string): boolean {
    return this.#pictures.has(pictureId)
  }

  /** True if the job may be sent now. */
  hasPlace(job: { isAlone: boolean; task: Pick<ComputeTask, 'kind'> }): boolean {
    if (this.#isRetiring || this.#isGone) return false
    if (job.isAlone) return this.size === 0
    if ([...this.#jobs.values()].some((inFlight) => inFlight.job.isAlone)) return false
    // A picture that a person waits for does not queue behind a full process.
    return this.size < this.#options.limits.inFlight + (job.task.kind === 'render' ? 1 : 0)
  }

  send(job: Job): void {
    const { limits, memory, process } = this.#options
    const inFlight: InFlightJob = new InFlightJob(job, {
      limits,
      memory,
      isShared: () => this.size > 1,
      slowness: slownessNow,
      onLate: () => this.#giveUp(),
      onStalled: () => this.#leaveStalled(inFlight),
    })
    this.#jobs.set(job.task.id, inFlight)
    if (job.task.kind === 'operate') this.#pictures.set(job.task.request.pictureId, true)
    job.started()
    process.post(job.task)
  }

  /** Accepts no new jobs and ends once its jobs are done. */
  retire(): void {
    this.#isRetiring = true
    this.#closeIfDone()
  }

  kill(): void {
    this.#isRetiring = true
    this.#options.process.kill()
  }

  #receive(message: FromCompute): void {
    if (this.#isGone) return
    if (message.kind === 'ready') this.#noteReady()
    else if (message.kind === 'reading') this.#jobs.get(message.id)?.noteProgress()
    else if (message.kind === 'working') this.#jobs.get(message.id)?.noteWork(message.extraMs)
    else if (message.kind === 'request') void this.#replyTo(message)
    else if (message.kind === 'release') this.#jobs.get(message.id)?.releaseMemory(message.ticket)
    else this.#finish(message)
  }

  #finish(answer: ComputeAnswer): void {
    const inFlight = this.#jobs.get(answer.id)
    if (inFlight === undefined) return
    this.#remove(inFlight)
    this.#hasAnswered = true
    this.#isOutgrown = answer.residentBytes > this.#options.limits.residentBytes
    inFlight.job.answer(answer)
    this.#closeIfDone()
    this.#options.events.onFree()
  }

  async #replyTo({ id, ticket, request }: Requested): Promise<void> {
    const inFlight = this.#jobs.get(id)
    if (inFlight === undefined) return
    const { process } = this.#options
    if (request.kind === 'memory') {
      const granted = { ok: true, value: undefined } as const
      return inFlight.acquireMemory(ticket, request.bytes, () =>
        process.post({ kind: 'reply', ticket, reply: granted }),
      )
    }
    const reply = await inFlight.job.reply(request.question)
    if (!this.#isGone) process.post({ kind: 'reply', ticket, reply })
  }

  #noteReady(): void {
    this.#isReady = true
    clearTimeout(this.#starting)
  }

  #noteEnd({ how, isOutOfMemory }: ProcessEnd): void {
    this.#end(isOutOfMemory ? this.#outOfMemory() : { code: 'crashed', how })
  }

  #outOfMemory(): JobFailure {
    const megabytes = Math.round(this.#options.start.memoryBytes / 1024 / 1024)
    return { code: 'out-of-memory', how: say('analysis.neededMemory', { most: megabytes }) }
  }

  #giveUp(): void {
    this.#options.process.kill()
    this.#end({ code: 'timed-out', how: say('analysis.noAnswer', { seconds: this.#options.limits.aloneMs / 1000 }) })
  }

  #giveUpStarting(): void {
    this.#options.process.kill()
    this.#end({ code: 'crashed', how: say('analysis.noStart', { seconds: this.#options.limits.startMs / 1000 }) })
  }

  /** A stalled read cannot be cancelled, so the process ends once its other jobs are done. */
  #leaveStalled(inFlight: InFlightJob): void {
    const { stalledMs } = this.#options.limits
    this.#remove(inFlight)
    inFlight.job.fail({ code: 'stalled', how: say('analysis.nothingCame', { seconds: stalledMs / 1000 }) })
    this.retire()
    this.#options.events.onFree()
  }

  #end(failure: JobFailure): void {
    if (this.#isGone) return
    this.#isGone = true
    clearTimeout(this.#starting)
    const ended = [...this.#jobs.values()]
    const jobs = ended.map(({ job }) => job)
    for (const inFlight of ended) this.#remove(inFlight)
    if (jobs.length === 1 && this.#isReady) jobs[0]!.fail(failure)
    else if (jobs.length > 0) this.#options.events.onRetry(jobs, this.#isReady)
    this.#options.events.onGone(failure.how, !this.#isRetiring || jobs.length > 0)
  }

  #remove(inFlight: InFlightJob): void {
    inFlight.end()
    this.#jobs.delete(inFlight.job.task.id)
  }

  #closeIfDone(): void {
    if (!this.#isRetiring || this.size > 0 || this.#isGone) return
    this.#options.process.post({ kind: 'close' })
    setTimeout(() => this.#abandon(), CLOSE_MS).unref()
  }

  /** A process stuck in a read of the system may outlive even this; its place is free for another. */
  #abandon(): void {
    if (this.#isGone) return
    this.#options.process.kill()
    this.#end({ code: 'crashed', how: say('analysis.noClose') })
  }
}
