import { availableParallelism } from 'node:os'
import type { CallAnswer, OperationCall, OperationsRequest } from '../../analysis/operations/calls.ts'
import { createCategorizers, type BuiltInCategorizer } from '../../analysis/operations/create-categorizers.ts'
import { listCategorizers } from '../../analysis/operations/categorise-picture.ts'
import type { OwnerPorts } from '../../analysis/operations/ports.ts'
import { openVocabulary } from '../../analysis/vocabulary/vocabulary.ts'
import { openCompute, type ComputeOptions, type ComputePool } from '../../compute/host/compute-pool.ts'
import type { PoolLimits } from '../../compute/host/pool-options.ts'
import type { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import { AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { serviceStopping } from '../errors/unavailable.ts'
import type { Account, Analysis, HeldPicture } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { installedFor, installedModels, type RegistryFolders } from '../../analysis/models/registry/registry.ts'
import { PeriodicTask } from '../timers/periodic-task.ts'
import { join } from 'node:path'
import type { JobOrder, Places } from '../../compute/host/job-order.ts'
import type { Job } from '../../compute/host/job.ts'

export type AnalysisOptions = Pick<ComputeOptions, 'resourcesDir' | 'modelsDir' | 'processes' | 'fork' | 'limits'> & {
  /** An account's classifiers and feedback, requested for each request. */
  portsOf: (owner: string) => OwnerPorts
  log: Pick<ServiceLog, 'debug' | 'info' | 'warn' | 'error'>
  /** Maximum number of waiting requests of all accounts; 256 by default. */
  maxWaiting?: number | undefined
  /** Maximum time in milliseconds from a request to its answer; half a minute by default. */
  deadlineMs?: number | undefined
}

/**
 * Processes end after ten idle minutes, except for one that stays once the service is warm, because starting one costs
 * a request about a second. New processes are started before any gets a second request. If none can be started, only
 * the request whose turn it was fails.
 */
export function serviceLimits(processes: number): Partial<PoolLimits> {
  const inFlight = 2
  return { inFlight, failTogether: processes * inFlight, idleMs: 600_000, growAt: 1, residentBytes: 900 * 1024 * 1024 }
}

/** The engine of the service: accounts take turns in the compute processes, which start with the first request. */
export function openAnalysis(options: AnalysisOptions): EngineAnalysis {
  const { processes = availableParallelism(), limits, ...rest } = options
  const order = new FairOrder()
  const compute = openCompute({ ...rest, order, processes, limits: { ...serviceLimits(processes), ...limits } })
  return new EngineAnalysis(options, compute, order)
}

const MAX_WAITING = 256
const DEADLINE_MS = 30_000

/**
 * Answers requests of accounts, with the classifiers and feedback of their ports. A request settles once: with its
 * answers, at its deadline, when its caller leaves, or with a refusal. Its place in the compute processes stays taken
 * until its process is done, even if nobody waits for the answer.
 */
export class EngineAnalysis implements Analysis {
  readonly #options: AnalysisOptions
  /** Does the work in the order that `order` gives; closed with the analysis. */
  readonly #compute: ComputePool
  readonly #order: FairOrder
  readonly #installed: InstalledModels
  readonly #speed = createSpeed()
  /** Controllers that abort the requests which have not settled. */
  readonly #pending = new Map<OperationsRequest, AbortController>()
  #builtIn: readonly BuiltInCategorizer[] | undefined
  #warming: Promise<void> | undefined
  #isAccepting = true
  #closing: Promise<void> | undefined

  constructor(options: AnalysisOptions, compute: ComputePool, order: FairOrder) {
    const { resourcesDir, modelsDir, log } = options
    this.#options = options
    this.#compute = compute
    this.#order = order
    this.#installed = new InstalledModels({
      folders: { resourcesDir, modelsDir },
      onChange: () => compute.renew(),
      log,
    })
  }

  /** Rejects with ServiceError 503 if the queue is full, work takes too long, or the service is stopping. */
  async run(
    { id: owner }: Account,
    { path, pictureId }: HeldPicture,
    calls: readonly OperationCall[],
    signal?: AbortSignal,
  ): Promise<never> {
    signal?.throwIfAborted()
    if (!this.#isAccepting) throw serviceStopping()
    if (!this.#makeRoom(owner)) throw refuseFull(this.#secondsUntilFree())
    const request: OperationsRequest = { path, pictureId, owner, calls }
    const giveUp = new AbortController()
    const leave = () => giveUp.abort(signal?.reason)
    const late = () => giveUp.abort(refuseLate(this.#secondsUntilFree()))
    const timer = setTimeout(late, this.#options.deadlineMs ?? DEADLINE_MS)
    signal?.addEventListener('abort', leave, { once: true })
    this.#pending.set(request, giveUp)
    try {
      // Each call is answered at its position, which the mapped type of the port expresses.
      return (await this.#operate(request, giveUp.signal)) as never
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      this.#pending.delete(request)
    }
  }

  async categorizers({ id }: Account): Promise<CategorizerRecord[]> {
    const { resourcesDir, portsOf } = this.#options
    this.#builtIn ??= createCategorizers({ vocabulary: openVocabulary(resourcesDir) })
    return listCategorizers({ builtIn: this.#builtIn, custom: portsOf(id).categorizers })
  }

  async hasTagger({ id }: Account, taggerId: string): Promise<boolean> {
    return ((await this.#options.portsOf(id).taggers?.modelOf(taggerId)) ?? null) !== null
  }

  contentModels(): string[] {
    return this.#installed.contentModels()
  }

  /** From now on keeps a compute process ready; resolves once it is, and never rejects. */
  warmUp(): Promise<void> {
    const { resourcesDir, log } = this.#options
    return (this.#warming ??= keepWarm(this.#compute, resourcesDir, log))
  }

  state(): ReturnType<Analysis['state']> {
    const { processes, running, isWarm } = this.#compute.state()
    return { waiting: this.#order.unsent, running, processes, isWarm, isAccepting: this.#isAccepting }
  }

  /** Finishes running requests, refuses waiting and new ones, then closes the processes. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #operate(request: OperationsRequest, signal: AbortSignal): Promise<CallAnswer[]> {
    const { portsOf, log } = this.#options
    try {
      const onWorked = (ms: number) => this.#speed.note(ms)
      return await this.#compute.operate(request, { ports: portsOf(request.owner), signal, onWorked })
    } catch (error) {
      if (signal.aborted) throw signal.reason
      log.error('pictures could not be analysed', { error })
      throw error instanceof AppError ? refuseBroken(error) : error
    }
  }

  /** False if the queue is full and no other account gives way. */
  #makeRoom(owner: string): boolean {
    if (this.#order.unsent < (this.#options.maxWaiting ?? MAX_WAITING)) return true
    const latest = this.#order.givesWayTo(owner)
    const giveUp = latest && this.#pending.get(latest)
    giveUp?.abort(refuseFull(this.#secondsUntilFree()))
    return giveUp !== undefined
  }

  #secondsUntilFree(): number {
    const { waiting, running } = this.state()
    return this.#speed.secondsFor(waiting + running, this.#compute.concurrency)
  }

  async #close(): Promise<void> {
    await this.#installed.close()
    this.#isAccepting = false
    for (const request of this.#order.unsentRequests()) this.#pending.get(request)?.abort(serviceStopping())
    await this.#compute.drained()
    await this.#compute.close()
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

type InstalledModelsOptions = {
  folders: RegistryFolders
  /** Called after models were installed or removed, because running processes have the old ones open. */
  onChange: () => void
  log: Pick<ServiceLog, 'info' | 'error'>
}

const POLL_MS = 10_000

/** The installed models, checked every ten seconds and on request. */
class InstalledModels {
  readonly #options: InstalledModelsOptions
  readonly #looking: PeriodicTask
  #known: string

  constructor(options: InstalledModelsOptions) {
    this.#options = options
    this.#known = installedModels(options.folders).join(', ')
    this.#looking = new PeriodicTask({
      work: async () => this.refresh(),
      intervalMs: POLL_MS,
      log: options.log,
      failureMessage: 'the models could not be looked up; it is tried again in ten seconds',
    })
  }

  /** Ids of the models that describe content, best first. */
  contentModels(): string[] {
    this.refresh()
    return installedFor('embedding', this.#options.folders)
  }

  /** Reports what was installed or removed since the last time. */
  refresh(): void {
    const { folders, onChange, log } = this.#options
    const present = installedModels(folders).join(', ')
    if (present === this.#known) return
    log.info('other models are installed now; pictures are analysed with them from here on', { models: present })
    this.#known = present
    onChange()
  }

  close(): Promise<void> {
    return this.#looking.close()
  }
}

/**
 * Keeps one process that has analysed a small picture of the program itself, so that it runs and has its models open
 * when a request comes, even after a quiet night. Resolves when the first process is ready.
 */
function keepWarm(
  compute: Pick<ComputePool, 'keepWarm'>,
  resourcesDir: string,
  log: Pick<ServiceLog, 'warn'>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = {
    path: join(resourcesDir, 'service', 'warm-up.png'),
    pictureId: 'warm-up',
    owner: 'warm-up',
    calls: [
      { operation: 'tags', given: {} },
      { operation: 'categories', categorizerId: 'nsfw_beta', given: {} },
    ],
  } as const
  compute.keepWarm({ ...request, calls: [...request.calls] }, (answers) => {
    for (const answer of answers)
      if (!answer.ok) log.warn('the first analysis of a picture failed', { code: answer.code, reason: answer.message })
    resolve()
  })
  return promise
}

// Whose turn it is

/** The waiting jobs of an account. */
type Lane = {
  /** In order of arrival; never empty. */
  jobs: Set<Job>
  /** How many times in a row the oldest was skipped. */
  passed: number
}

/**
 * The order of a service's requests: accounts take turns, and after a turn an account goes behind all others. Within an
 * account the oldest job goes first, or one whose picture is decoded. Every step takes constant time, except
 * `givesWayTo`, which visits all accounts.
 */
export class FairOrder implements JobOrder {
  /** By account, in the order of turns. */
  readonly #lanes = new Map<string, Lane>()
  /** Waiting jobs by the id of their task. */
  readonly #waiting = new Map<number, Job>()
  /** Jobs of processes that ended. */
  readonly #again: Job[] = []

  get size(): number {
    return this.#again.length + this.#waiting.size
  }

  /** Number of requests that were never sent. */
  get unsent(): number {
    return this.#waiting.size
  }

  /** Requests that were never sent, in order of arrival. */
  unsentRequests(): OperationsRequest[] {
    return [...this.#waiting.values()].flatMap((job) => requestOf(job) ?? [])
  }

  add(job: Job): void {
    const lane = this.#lanes.get(ownerOf(job)) ?? { jobs: new Set(), passed: 0 }
    lane.jobs.add(job)
    this.#lanes.set(ownerOf(job), lane)
    this.#waiting.set(job.task.id, job)
  }

  putBack(jobs: readonly Job[]): void {
    this.#again.unshift(...jobs)
  }

  next(places: Places): Job | undefined {
    const again = this.#again.findIndex((job) => places.fits(job))
    if (again >= 0) return this.#again.splice(again, 1)[0]
    const [turn] = this.#lanes
    // Requests that were never sent all need the same: a place in any process.
    if (turn === undefined || !places.fits(oldestOf(turn[1]))) return undefined
    const [owner, lane] = turn
    const job = pick(lane, places)
    this.#lanes.delete(owner)
    this.#lanes.set(owner, lane)
    this.remove(job.task.id)
    return job
  }

  remove(taskId: number): void {
    const job = this.#waiting.get(taskId)
    if (job === undefined) return
    this.#waiting.delete(taskId)
    const lane = this.#lanes.get(ownerOf(job))
    lane?.jobs.delete(job)
    if (lane?.jobs.size === 0) this.#lanes.delete(ownerOf(job))
  }

  /**
   * The request that gives way to another one of this account: the latest of the account with the most waiting
   * requests. Undefined if that is this account itself, so that nobody can shut out the others.
   */
  givesWayTo(owner: string): OperationsRequest | undefined {
    let longest: Lane | undefined
    for (const lane of this.#lanes.values()) if (!longest || lane.jobs.size > longest.jobs.size) longest = lane
    const own = this.#lanes.get(owner)?.jobs.size ?? 0
    if (longest === undefined || longest.jobs.size <= own + 1) return undefined
    const latest = [...longest.jobs].at(-1)
    return latest && requestOf(latest)
  }
}

const requestOf = ({ task }: Job) => (task.kind === 'operate' ? task.request : undefined)
const ownerOf = (job: Job) => requestOf(job)?.owner ?? ''
const pictureOf = (job: Job) => requestOf(job)?.pictureId ?? ''

/** A lane is never empty. */
function oldestOf({ jobs }: Lane): Job {
  const [oldest] = jobs as Iterable<Job> as [Job]
  return oldest
}

/** How many of an account's oldest jobs are compared by rank. */
const MAX_RANKED = 64
const MAX_PASSED = 16
/**
 * Pictures that a free process has decoded go first, those whose process is busy go last, because decoding is most of
 * the cost of many requests.
 */
const ranks = { available: 1, nowhere: 0, busy: -1 } as const

/** The oldest job, or a younger one with a higher rank; the very oldest is skipped only a few times. */
function pick(lane: Lane, places: Places): Job {
  const rankOf = (job: Job): number => ranks[places.locate(pictureOf(job))]
  const oldest = oldestOf(lane)
  let [best, highest, ranked] = [oldest, rankOf(oldest), 0]
  for (const job of lane.jobs) {
    if (lane.passed >= MAX_PASSED || ranked++ >= MAX_RANKED) break
    const rank = rankOf(job)
    if (rank > highest) [best, highest] = [job, rank]
  }
  lane.passed = best === oldest ? 0 : lane.passed + 1
  return best
}
