import type { Job, JobEnd, Jobs } from '../ports/jobs.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { callAddress } from './call-address.ts'
import { toFetchFailure } from './fetch-failure.ts'
import { GuardedAgent, toRules, type HostRules, type RuleOptions, findAddresses } from './guarded-agent.ts'
import { ServiceError } from '../errors/service-error.ts'
import { readAddress } from './read-address.ts'

export type CallbacksOptions = RuleOptions & {
  jobs: Jobs
  /** Whether an account with that id still exists. */
  isThere: (accountId: string) => Promise<boolean>
  log: Pick<ServiceLog, 'info' | 'warn'>
  /** 0 to 1; varies the pauses. */
  random?: () => number
  /** Time limit for one call in milliseconds, redirects included. */
  callMs?: number
}

/** Calls stored by an earlier version have no `owner`. */
type Call = { url: string; ticketId: string; owner?: string }
type Settings = Required<Pick<CallbacksOptions, 'jobs' | 'isThere' | 'log' | 'random' | 'callMs'>>

const QUEUE = 'callbacks'
/** Maximum number of concurrent calls per node. */
const MAX_CONCURRENT = 8
const CALL_MS = 10_000

/**
 * Calls addresses about final tickets. A call is a job until it succeeds, so that it is made at least once, whichever
 * node stops. To be closed after its jobs.
 */
export class StoredCallbacks implements Callbacks {
  readonly #settings: Settings
  readonly #rules: HostRules
  readonly #agent: GuardedAgent

  private constructor({ jobs, isThere, log, random = Math.random, callMs = CALL_MS, ...options }: CallbacksOptions) {
    this.#settings = { jobs, isThere, log, random, callMs }
    this.#rules = toRules(options)
    this.#agent = new GuardedAgent(this.#rules, { connectMs: callMs, headersMs: callMs, bodyMs: callMs })
  }

  /** Also starts calls that are due. */
  static async open(options: CallbacksOptions): Promise<StoredCallbacks> {
    const callbacks = new StoredCallbacks(options)
    await options.jobs.work<Call>(QUEUE, {
      concurrency: MAX_CONCURRENT,
      run: (job) => callbacks.#call(job),
      giveUp: async ({ url, ticketId }) => options.log.warn('a callback was given up', { host: hostOf(url), ticketId }),
    })
    return callbacks
  }

  check(url: string): Promise<void> {
    return checkAddress(url, this.#rules)
  }

  async send(url: string, ticketId: string, owner: string): Promise<void> {
    await this.#settings.jobs.send(QUEUE, { url, ticketId, owner }, { owner })
  }

  /** Calls that are running when this resolves are not repeated: the account is looked up before each. */
  removeOwner(owner: string): Promise<void> {
    return this.#settings.jobs.cancel(QUEUE, owner)
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #call(job: Job<Call>): Promise<JobEnd> {
    const { owner } = job.data
    const signal = AbortSignal.any([AbortSignal.timeout(this.#settings.callMs), job.signal])
    try {
      if (owner !== undefined && !(await this.#settings.isThere(owner))) return 'done'
      await callAddress(job.data.url, job.data.ticketId, await this.#agent.get(), signal)
      return 'done'
    } catch (error) {
      job.signal.throwIfAborted()
      return this.#endOf(job, error)
    }
  }

  /** What happens after a failed call. */
  #endOf({ data: { url, ticketId }, attempt }: Job<Call>, error: unknown): JobEnd {
    const { log, random } = this.#settings
    const failure = toFetchFailure(error, hostOf(url))
    const pause = failure.about === 'rule' ? undefined : pauseAfter(attempt - 1, random())
    const details = { host: hostOf(url), ticketId, attempts: attempt, reason: failure.message }
    if (pause === undefined) log.warn('a callback was given up', details)
    else log.info('a callback failed and is made again later', details)
    return pause === undefined ? 'done' : { againInMs: pause }
  }
}

/**
 * Throws ServiceError 400 if the address may not be called. A name that cannot be resolved right now may work later; an
 * unknown name is a mistake.
 */
async function checkAddress(text: string, rules: HostRules): Promise<void> {
  try {
    const { hostname } = readAddress(text)
    await findAddresses(hostname, rules)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAI_AGAIN') return
    throw new ServiceError(400, toFetchFailure(error, hostOf(text)).message, {}, { cause: error })
  }
}

/** Queries of addresses may contain secrets, so only the host is logged. */
function hostOf(text: string): string {
  return URL.canParse(text.trim()) ? new URL(text.trim()).host : 'the given host'
}

// Pauses between attempts

const SECOND = 1000
const MINUTE = 60 * SECOND
/**
 * Pauses after the first, second, … failed call, each up to a fifth longer. After the last one the call is given up.
 */
export const PAUSES_MS: readonly number[] = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE]
const JITTER = 0.2

/**
 * Milliseconds to wait after a failed call that followed `attempts` others; undefined to give up. `random` is 0 to 1
 * and varies the pauses.
 */
export function pauseAfter(attempts: number, random: number): number | undefined {
  const pause = PAUSES_MS[attempts]
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * random))
}
