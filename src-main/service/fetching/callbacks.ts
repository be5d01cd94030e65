import type { CallbackStore, PendingCallback } from '../ports/callback-store.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { callAddress } from './call-address.ts'
import { checkAddress, hostOf } from './check-address.ts'
import { systemClock, type Clock } from './clock.ts'
import { toFetchFailure } from './fetch-failure.ts'
import { GuardedAgent, toRules, type HostRules, type RuleOptions } from './guarded-agent.ts'
import { pauseAfter } from './retry-pauses.ts'

export type CallbacksOptions = RuleOptions & {
  store: CallbackStore
  log: Pick<ServiceLog, 'info' | 'warn' | 'error'>
  clock?: Clock
  /** 0 to 1; spreads the pauses. */
  random?: () => number
  /** Milliseconds for one call, redirects included. */
  callMs?: number
}

type Settings = Required<Pick<CallbacksOptions, 'store' | 'log' | 'clock' | 'random' | 'callMs'>>

/** Calls under way at once. */
const MAX_CONCURRENT = 8
const CALL_MS = 10_000
/** A call that is due, and cannot start yet, is looked for again after this time. */
const MIN_WAIT_MS = 1000
/** A timer can wait for 24 days at most; a look each hour does no harm. */
const MAX_WAIT_MS = 3_600_000
/** The next look where the store did not answer. */
const FAILED_WAIT_MS = 5000

/**
 * Calls addresses about tickets that are final. A call is in the store before it is made and leaves it when it was
 * answered well, so that it is made at least once, whenever the service stops.
 */
export class StoredCallbacks implements Callbacks {
  readonly #settings: Settings
  readonly #rules: HostRules
  readonly #agent: GuardedAgent
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #closing = new AbortController()
  #cancelWake: (() => void) | undefined
  /** Looks for what is due follow one another, so that no call is started twice. */
  #looking = Promise.resolve()

  /** Starts what is due already. */
  constructor({
    store,
    log,
    clock = systemClock,
    random = Math.random,
    callMs = CALL_MS,
    ...options
  }: CallbacksOptions) {
    this.#settings = { store, log, clock, random, callMs }
    this.#rules = toRules(options)
    this.#agent = new GuardedAgent(this.#rules, { connectMs: callMs, headersMs: callMs, bodyMs: callMs })
    this.#startDue()
  }

  check(url: string): Promise<void> {
    return checkAddress(url, this.#rules)
  }

  async send(url: string, ticketId: string): Promise<void> {
    await this.#settings.store.add({ url, ticketId, at: this.#settings.clock.now() })
    this.#startDue()
  }

  async close(): Promise<void> {
    this.#cancelWake?.()
    this.#closing.abort()
    await this.#looking
    await Promise.allSettled(this.#underWay.values())
    await this.#agent.destroy()
  }

  /** Starts what is due, as many as may run, and sets the clock for the next. */
  #startDue(): void {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => {
        this.#settings.log.error('callbacks could not be looked up; it is tried again', { error })
        this.#wakeAfter(FAILED_WAIT_MS)
      })
  }

  async #look(): Promise<void> {
    this.#cancelWake?.()
    if (this.#closing.signal.aborted) return
    const free = MAX_CONCURRENT - this.#underWay.size
    if (free <= 0) return // the end of any call comes here again
    const { store, clock } = this.#settings
    const known = new Set(this.#underWay.keys()) // one that ends meanwhile is told as due, too
    const due = (await store.due(clock.now(), MAX_CONCURRENT + free)).filter(({ id }) => !known.has(id))
    if (this.#closing.signal.aborted) return
    for (const callback of due.slice(0, free)) this.#start(callback)
    await this.#wakeForNext()
  }

  async #wakeForNext(): Promise<void> {
    const { store, clock } = this.#settings
    const next = await store.nextAt()
    if (next === null) return
    const waitMs = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, next - clock.now()))
    this.#wakeAfter(waitMs)
  }

  #wakeAfter(ms: number): void {
    if (this.#closing.signal.aborted) return
    this.#cancelWake = this.#settings.clock.after(ms, () => this.#startDue())
  }

  #start(callback: PendingCallback): void {
    const call = this.#call(callback)
      .catch((error: unknown) => this.#settings.log.error('a callback could not be recorded', { error }))
      .finally(() => {
        this.#underWay.delete(callback.id)
        this.#startDue()
      })
    this.#underWay.set(callback.id, call)
  }

  async #call(callback: PendingCallback): Promise<void> {
    const { store, callMs } = this.#settings
    const signal = AbortSignal.any([AbortSignal.timeout(callMs), this.#closing.signal])
    const failed = await callAddress(callback.url, callback.ticketId, await this.#agent.get(), signal).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (failed === null) await store.remove(callback.id)
    else if (!this.#closing.signal.aborted) await this.#recordFailure(callback, failed.error)
  }

  async #recordFailure({ id, url, ticketId, attempts }: PendingCallback, error: unknown): Promise<void> {
    const { store, log, clock, random } = this.#settings
    const failure = toFetchFailure(error, hostOf(url))
    const pause = failure.about === 'rule' ? undefined : pauseAfter(attempts, random())
    const details = { host: hostOf(url), ticketId, attempts: attempts + 1, reason: failure.message }
    if (pause === undefined) {
      await store.remove(id)
      log.warn('a callback was given up', details)
    } else {
      await store.postpone(id, attempts + 1, clock.now() + pause)
      log.info('a callback failed and is made again later', details)
    }
  }
}
