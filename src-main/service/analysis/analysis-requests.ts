import type { CallAnswer, OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import type { ComputeClient } from '../../compute/host/compute-client.ts'
import { AppError } from '../../contract/errors.ts'
import { serviceStopping } from '../errors/unavailable.ts'
import type { Analysis } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { FairOrder } from './fair-order.ts'
import { ServiceError } from '../errors/service-error.ts'

/** How fast the current work is, so that a full service can say when to come back. */
type Speed = {
  /** Records the duration of one piece of work in milliseconds. */
  note(ms: number): void
  /** Whole seconds until `places` parallel workers have done this many pieces, 1 to 60. */
  secondsFor(pieces: number, places: number): number
}

/** Before anything is measured: the time for a photo with all operations on a slow machine. */
const FIRST_GUESS_MS = 500
/** Weight of the latest piece: about the last twenty count. */
const WEIGHT = 0.1
const MAX_RETRY_SECONDS = 60

/** A moving average of the duration of a piece. */
function createSpeed(): Speed {
  let average = FIRST_GUESS_MS
  return {
    note: (ms) => void (average += WEIGHT * (ms - average)),
    secondsFor: (pieces, places) =>
      Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil((pieces * average) / places / 1000))),
  }
}

export type RequestsOptions = {
  /** Does the work in the order that `order` gives; closed with the analysis. */
  compute: ComputeClient
  order: FairOrder
  /** An account's classifiers and feedback, requested for each request. */
  portsOf: (owner: string) => OwnerPorts
  log: Pick<ServiceLog, 'error'>
  /** Maximum number of waiting requests of all accounts; 256 by default. */
  maxWaiting?: number | undefined
  /** Maximum time in milliseconds from a request to its answer; half a minute by default. */
  deadlineMs?: number | undefined
}

const MAX_WAITING = 256
const DEADLINE_MS = 30_000

/**
 * Requests of accounts on their way through the compute processes. A request settles once: with its answers, at its
 * deadline, when its caller leaves, or with a refusal. Its place stays taken until its process is done, even if nobody
 * waits for the answer.
 */
export class AnalysisRequests {
  readonly #options: RequestsOptions
  readonly #speed = createSpeed()
  /** Controllers that abort the requests which have not settled. */
  readonly #pending = new Map<OperationsRequest, AbortController>()
  #isAccepting = true
  #closing: Promise<void> | undefined

  constructor(options: RequestsOptions) {
    this.#options = options
  }

  /** Rejects with ServiceError 503 if the queue is full, work takes too long, or the service is stopping. */
  async run(request: OperationsRequest, signal?: AbortSignal): Promise<CallAnswer[]> {
    signal?.throwIfAborted()
    if (!this.#isAccepting) throw serviceStopping()
    if (!this.#makeRoom(request.owner)) throw refuseFull(this.#secondsUntilFree())
    const giveUp = new AbortController()
    const leave = () => giveUp.abort(signal?.reason)
    const late = () => giveUp.abort(refuseLate(this.#secondsUntilFree()))
    const timer = setTimeout(late, this.#options.deadlineMs ?? DEADLINE_MS)
    signal?.addEventListener('abort', leave, { once: true })
    this.#pending.set(request, giveUp)
    try {
      return await this.#operate(request, giveUp.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      this.#pending.delete(request)
    }
  }

  state(): ReturnType<Analysis['state']> {
    const { processes, running, isWarm } = this.#options.compute.state()
    return { waiting: this.#options.order.unsent, running, processes, isWarm, isAccepting: this.#isAccepting }
  }

  /** Finishes running requests, refuses waiting and new ones, then closes the processes. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #operate(request: OperationsRequest, signal: AbortSignal): Promise<CallAnswer[]> {
    const { compute, portsOf, log } = this.#options
    try {
      const onWorked = (ms: number) => this.#speed.note(ms)
      return await compute.operate(request, { ports: portsOf(request.owner), signal, onWorked })
    } catch (error) {
      if (signal.aborted) throw signal.reason
      log.error('pictures could not be analysed', { error })
      throw error instanceof AppError ? refuseBroken(error) : error
    }
  }

  /** False if the queue is full and no other account gives way. */
  #makeRoom(owner: string): boolean {
    const { order, maxWaiting = MAX_WAITING } = this.#options
    if (order.unsent < maxWaiting) return true
    const latest = order.givesWayTo(owner)
    const giveUp = latest && this.#pending.get(latest)
    giveUp?.abort(refuseFull(this.#secondsUntilFree()))
    return giveUp !== undefined
  }

  #secondsUntilFree(): number {
    const { waiting, running } = this.state()
    return this.#speed.secondsFor(waiting + running, this.#options.compute.concurrency)
  }

  async #close(): Promise<void> {
    this.#isAccepting = false
    const { compute, order } = this.#options
    for (const request of order.unsentRequests()) this.#pending.get(request)?.abort(serviceStopping())
    await compute.drained()
    await compute.close()
  }
}

const retryAfter = (seconds: number) => ({ 'Retry-After': `${seconds}` })

/** The queue is full. */
const refuseFull = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy: more pictures wait than can be analysed soon. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** The request waited or ran longer than a client would wait. */
const refuseLate = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy and did not get to an answer in time. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** No process could be started, or all were closed during the request. */
const refuseBroken = (cause: unknown): ServiceError =>
  new ServiceError(
    503,
    'Pictures cannot be analysed at present; the log of the service says why. Try again later.',
    retryAfter(30),
    { cause },
  )
