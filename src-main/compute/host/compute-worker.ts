import type { PortQuestion, PortReply } from '../port-questions.ts'
import type { ComputeProcess } from './compute-process.ts'
import type { ComputeTask, FromCompute, ToCompute } from '../protocol.ts'
import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'

/** A task on its way to an answer. */
export type Job = {
  task: ComputeTask
  /** Sent alone because it was in flight when a process died or hung: now only it can be blamed. */
  isAlone: boolean
  answer(message: FromCompute): void
  /** The process died under it, or it took too long, and it was the only one there; or it never came to a process. */
  blame(code: JobFailure, how: string): void
  /** Replies to what the process asks about this task; never rejects. */
  reply?(question: PortQuestion): Promise<PortReply>
}
/** `not-run` says nothing about the photo: no process could take it. */
export type JobFailure = 'crashed' | 'timed-out' | 'not-run'

export type WorkerLimits = {
  /** Photos in flight in one process, so that decoding overlaps with inference. */
  inFlight: number
  /**
   * After this many milliseconds without an answer a process with several photos is ended and they are tried one by
   * one.
   */
  sharedMs: number
  /** Longest time in milliseconds for a photo, both tries together. */
  aloneMs: number
  /** A process that grew beyond this many bytes is replaced once it has nothing to do. */
  residentBytes: number
}

export type WorkerEvents = {
  /** A place became free. */
  onFree(): void
  /**
   * Jobs that ended with the process and may be innocent; where they are no suspects, the process had not even started.
   */
  onRetry(jobs: Job[], areSuspects: boolean): void
  /** The process is gone; `isFault` unless it was asked to go. */
  onGone(how: string, isFault: boolean): void
}

export type WorkerParts = {
  process: ComputeProcess
  start: ToCompute
  limits: WorkerLimits
  memory: MemoryLimiter
  events: WorkerEvents
}

type Flight = { job: Job; timer: NodeJS.Timeout | undefined; tickets: Map<number, () => void> }
type Answer = Extract<FromCompute, { residentBytes: number }>

/** Grace in milliseconds for a process that was asked to close. */
const CLOSE_MS = 2000
/** So many of the pictures seen last are taken to be still decoded in the process. */
const REMEMBERED = 16

/** Owns one compute process and the jobs it is working on, until the process is gone. */
export class ComputeWorker {
  readonly #parts: WorkerParts
  readonly #flights = new Map<number, Flight>()
  readonly #pictures = new Set<string>()
  #isRetiring = false
  #isGone = false
  #isReady = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
    parts.process.onExit((how) => this.#end(how, 'crashed'))
    parts.process.onMessage((message) => this.#receive(message))
    parts.process.post(parts.start)
  }

  /** Jobs in flight. */
  get size(): number {
    return this.#flights.size
  }

  /** True once the process has started and opened what it needs. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** True when the process was given this picture lately and so may have it decoded still. */
  knows(job: Job): boolean {
    return job.task.kind === 'operate' && this.holds(job.task.request.pictureId)
  }

  /** The same for a picture's id. */
  holds(pictureId: string): boolean {
    return this.#pictures.has(pictureId)
  }

  /** True when the job may be sent now. */
  hasPlace(job: { isAlone: boolean; task: Pick<ComputeTask, 'kind'> }): boolean {
    if (this.#isRetiring || this.#isGone) return false
    if (job.isAlone) return this.size === 0
    if ([...this.#flights.values()].some((flight) => flight.job.isAlone)) return false
    // A picture that a person waits for does not queue behind a full process.
    return this.size < this.#parts.limits.inFlight + (job.task.kind === 'render' ? 1 : 0)
  }

  send(job: Job): void {
    const flight: Flight = { job, timer: undefined, tickets: new Map() }
    this.#flights.set(job.task.id, flight)
    if (job.task.kind === 'operate') this.#remember(job.task.request.pictureId)
    this.#startTimer(flight)
    this.#parts.process.post(job.task)
  }

  /** Takes nothing new; ends when its jobs are done. */
  retire(): void {
    this.#isRetiring = true
    this.#leaveIfDone()
  }

  kill(): void {
    this.#isRetiring = true
    this.#parts.process.kill()
  }

  #receive(message: FromCompute): void {
    if (this.#isGone) return
    if (message.kind === 'ask-room') this.#askRoom(message)
    else if (message.kind === 'leave-room') this.#leaveRoom(message.ticket)
    else if (message.kind === 'ask-port') void this.#replyTo(message)
    else if (message.kind === 'ready') this.#isReady = true
    else this.#finish(message)
  }

  #finish(message: Answer): void {
    const flight = this.#flights.get(message.id)
    if (flight === undefined) return
    this.#settle(flight)
    if (message.residentBytes > this.#parts.limits.residentBytes) this.#isRetiring = true
    flight.job.answer(message)
    this.#leaveIfDone()
    this.#parts.events.onFree()
  }

  #end(how: string, code: JobFailure): void {
    if (this.#isGone) return
    this.#isGone = true
    const jobs = [...this.#flights.values()].map((flight) => {
      this.#settle(flight)
      return flight.job
    })
    if (jobs.length === 1 && this.#isReady) jobs[0]!.blame(code, how)
    else if (jobs.length > 0) this.#parts.events.onRetry(jobs, this.#isReady)
    this.#parts.events.onGone(how, !this.#isRetiring || jobs.length > 0)
  }

  #settle(flight: Flight): void {
    clearTimeout(flight.timer)
    for (const release of flight.tickets.values()) release()
    this.#flights.delete(flight.job.task.id)
  }

  #leaveIfDone(): void {
    if (!this.#isRetiring || this.size > 0 || this.#isGone) return
    this.#parts.process.post({ kind: 'close' })
    setTimeout(() => this.#parts.process.kill(), CLOSE_MS).unref()
  }

  /** A job that shares its process is looked at early; one that is alone gets the rest of its time. */
  #startTimer(flight: Flight): void {
    const { sharedMs, aloneMs } = this.#parts.limits
    const stop = () => this.#giveUp()
    const look = () => (this.size > 1 ? stop() : void (flight.timer = setTimeout(stop, aloneMs - sharedMs)))
    clearTimeout(flight.timer)
    flight.timer = flight.job.isAlone ? setTimeout(stop, aloneMs - sharedMs) : setTimeout(look, sharedMs)
  }

  #giveUp(): void {
    this.#parts.process.kill()
    this.#end(`no answer within ${this.#parts.limits.aloneMs / 1000} seconds`, 'timed-out')
  }

  #askRoom({ id, ticket: number, bytes }: Extract<FromCompute, { kind: 'ask-room' }>): void {
    const flight = this.#flights.get(id)
    if (flight === undefined) return
    const released = Promise.withResolvers<void>()
    flight.tickets.set(number, released.resolve)
    clearTimeout(flight.timer) // waiting for others is not the photo's own time
    void this.#parts.memory(bytes, async () => {
      if (flight.tickets.get(number) !== released.resolve || !this.#flights.has(id)) return
      this.#startTimer(flight)
      this.#parts.process.post({ kind: 'room-granted', ticket: number })
      await released.promise
    })
  }

  async #replyTo({ id, ticket, question }: Extract<FromCompute, { kind: 'ask-port' }>): Promise<void> {
    const reply = await this.#flights.get(id)?.job.reply?.(question)
    if (reply !== undefined && !this.#isGone) this.#parts.process.post({ kind: 'port-replied', ticket, reply })
  }

  #remember(pictureId: string): void {
    this.#pictures.delete(pictureId)
    this.#pictures.add(pictureId)
    const [oldest] = this.#pictures
    if (this.#pictures.size > REMEMBERED) this.#pictures.delete(oldest!)
  }

  #leaveRoom(number: number): void {
    for (const { tickets } of this.#flights.values()) {
      tickets.get(number)?.()
      tickets.delete(number)
    }
  }
}
