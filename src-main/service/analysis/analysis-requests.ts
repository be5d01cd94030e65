import type { CallAnswer, OperationsRequest } from '../../analysis/operations/calls.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import type { ComputeClient } from '../../compute/host/compute-client.ts'
import { AppError } from '../../contract/errors.ts'
import { serviceStopping } from '../errors/unavailable.ts'
import type { Analysis } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { FairOrder } from './fair-order.ts'
import { ServiceError } from '../errors/service-error.ts'

/** How fast work goes at present, so that a full service can say when to come back. */
type Speed = {
  /** Counts one piece of work that took so many milliseconds. */
  note(ms: number): void
  /** Seconds until so many pieces are done by `places` that work side by side; whole, 1 to 60. */
  secondsFor(pieces: number, places: number): number
}

/** Before anything was measured: what a photo with all its operations takes on a slow machine. */
const FIRST_GUESS_MS = 500
/** Weight of the latest piece: about the last twenty count. */
const WEIGHT = 0.1
const LONGEST_S = 60

/** A moving average of how long a piece takes. */
function createSpeed(): Speed {
  let average = FIRST_GUESS_MS
  return {
    note: (ms) => void (average += WEIGHT * (ms - average)),
    secondsFor: (pieces, places) => Math.min(LONGEST_S, Math.max(1, Math.ceil((pieces * average) / places / 1000))),
  }
}

export type RequestsOptions = {
  /** Does the work in the order of `order`; closed with the analysis. */
  compute: ComputeClient
  order: FairOrder
  /** What an account has of classifiers and feedback; asked for at each request. */
  portsOf: (owner: string) => OwnerPorts
  log: Pick<ServiceLog, 'error'>
  /** Most requests of all accounts that wait; 256 where absent. */
  maxWaiting?: number | undefined
  /** Longest time in milliseconds from a request to its answer; half a minute where absent. */
  deadlineMs?: number | undefined
}

const MAX_WAITING = 256
const DEADLINE_MS = 30_000

/**
 * Requests of accounts on their way through the compute processes. A request is settled once: by its answers, its
 * deadline, its caller's leaving, or a refusal. Its place stays taken until its process is done, also where nobody
 * waits for the answer any more.
 */
export class AnalysisRequests {
  readonly #options: RequestsOptions
  readonly #speed = createSpeed()
  /** What gives up each request that is not settled. */
  readonly #pending = new Map<OperationsRequest, AbortController>()
  #isAccepting = true
  #closing: Promise<void> | undefined

  constructor(options: RequestsOptions) {
    this.#options = options
  }

  /** Rejects with ServiceError 503 where the queue is full, work takes too long, or the service is stopping. */
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

  /** Finishes what runs, refuses what waits and what comes, then closes the processes. */
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

  /** False where the queue is full and no other account gives way. */
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

/** As much waits as may. */
const refuseFull = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy: more pictures wait than can be analysed soon. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** It waited, or was worked on, longer than a client would wait. */
const refuseLate = (seconds: number): ServiceError =>
  new ServiceError(
    503,
    `The service is busy and did not get to an answer in time. Try again in about ${seconds} s.`,
    retryAfter(seconds),
  )

/** No process could be started, or all were closed under the request. */
const refuseBroken = (cause: unknown): ServiceError =>
  new ServiceError(
    503,
    'Pictures cannot be analysed at present; the log of the service says why. Try again later.',
    retryAfter(30),
    { cause },
  )
