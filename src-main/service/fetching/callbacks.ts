import type { Callbacks } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { callAddress } from './call-address.ts'
import { systemClock, type CallbackStore, type Clock, type PendingCallback } from './callback-store.ts'
import { toFetchFailure } from './fetch-failure.ts'
import { createGuardedAgent, findAddresses, toRules, type HostRules, type RuleOptions } from './guarded-agent.ts'
import { readAddress } from './read-address.ts'

export type CallbacksOptions = RuleOptions & {
  store: CallbackStore
  log: Pick<ServiceLog, 'info' | 'warn' | 'error'>
  clock?: Clock
  /** 0 to 1; spreads the pauses. */
  random?: () => number
  /** Milliseconds for one call, redirects included. */
  callMs?: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Pauses after the first, second, … failed call, each up to a fifth longer. After the last the call is given up. */
export const PAUSES_MS: readonly number[] = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE]
const JITTER = 0.2
/** Calls under way at once. */
const SIDE_BY_SIDE = 8
const CALL_MS = 10 * SECOND
/** Longest that a timer can wait is 24 days; a look each hour does no harm. */
const LONGEST_WAIT_MS = 60 * MINUTE

/**
 * Calls addresses about tickets that are final. A call is in the store before it is made and leaves it when it was
 * answered well, so that
 * it is made at least once, whenever the service stops.
 */
export function createCallbacks({
  store,
  log,
  clock = systemClock,
  random = Math.random,
  callMs = CALL_MS,
  ...options
}: CallbacksOptions): Callbacks {
  const rules = toRules(options)
  const agent = createGuardedAgent(rules, { connectMs: callMs, headersMs: callMs, bodyMs: callMs })
  const underWay = new Map<number, Promise<void>>()
  const closing = new AbortController()
  let callOff: (() => void) | undefined

  /** Starts what is due, as many as may run, and sets the clock for the next. */
  const look = () => {
    callOff?.()
    if (closing.signal.aborted) return
    const free = SIDE_BY_SIDE - underWay.size
    if (free <= 0) return // the end of any call looks again
    const due = store.due(clock.now(), SIDE_BY_SIDE + free).filter(({ id }) => !underWay.has(id))
    for (const callback of due.slice(0, free)) start(callback)
    const next = store.nextAt()
    if (next !== null) callOff = clock.after(Math.min(LONGEST_WAIT_MS, Math.max(SECOND, next - clock.now())), look)
  }

  const start = (callback: PendingCallback) => {
    const call = make(callback)
      .catch((error: unknown) => log.error('a callback could not be recorded', { error }))
      .finally(() => {
        underWay.delete(callback.id)
        look()
      })
    underWay.set(callback.id, call)
  }

  const make = async (callback: PendingCallback) => {
    const signal = AbortSignal.any([AbortSignal.timeout(callMs), closing.signal])
    const failed = await callAddress(callback.url, callback.ticketId, await agent.get(), signal).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (failed === null) store.remove(callback.id)
    else if (!closing.signal.aborted) settleFailure(callback, failed.error)
  }

  const settleFailure = ({ id, url, ticketId, attempts }: PendingCallback, error: unknown) => {
    const failure = toFetchFailure(error, hostOf(url))
    const pause = failure.about === 'rule' ? undefined : PAUSES_MS[attempts]
    const details = { host: hostOf(url), ticketId, attempts: attempts + 1, reason: failure.message }
    if (pause === undefined) {
      store.remove(id)
      log.warn('a callback was given up', details)
    } else {
      store.postpone(id, attempts + 1, clock.now() + Math.round(pause * (1 + JITTER * random())))
      log.info('a callback failed and is made again later', details)
    }
  }

  look()
  return {
    check: (url) => checkAddress(url, rules),
    send(url, ticketId) {
      store.add({ url, ticketId, at: clock.now() })
      look()
    },
    async close() {
      callOff?.()
      closing.abort()
      await Promise.allSettled(underWay.values())
      await agent.destroy()
    },
  }
}

/** A name that cannot be looked up just now may be called later; one that is unknown is a mistake in the address. */
async function checkAddress(text: string, rules: HostRules): Promise<void> {
  try {
    const { hostname } = readAddress(text)
    await findAddresses(hostname, rules)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAI_AGAIN') return
    throw new ServiceError(400, toFetchFailure(error, hostOf(text)).message, {}, { cause: error })
  }
}

/** Queries of addresses may hold secrets: only the host goes into the log. */
function hostOf(text: string): string {
  return URL.canParse(text.trim()) ? new URL(text.trim()).host : 'the given host'
}
