import type { Account, Admission, Usage } from '../ports/ports.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { openCounter, usedNow, type Counter } from './counter.ts'
import { checkConcurrency, checkQuotas, checkRate } from './limits.ts'
import { monthlyState, reportUsage } from './usage-report.ts'

const SECOND_MS = 1000

type State = {
  counter: Counter
  underWay: number
  /** Analyses that requests under way may still do. */
  reserved: number
  /** Times of the requests let in within the last second, oldest first. */
  recent: number[]
}

export type OpenUsage = Usage & {
  /** Whether requests of an account are under way. */
  isBusy(accountId: string): boolean
  /** Drops what is kept in memory of a removed account. */
  forget(accountId: string): void
}

/**
 * Counts what accounts use and keeps them within their plans. Each request and each analysis is written when it is
 * counted, before its
 * answer leaves: a crash loses none. `now` gives milliseconds since 1970.
 */
export function openUsage({
  store,
  now = Date.now,
}: {
  store: Pick<ServiceStore, 'usage'>
  now?: () => number
}): OpenUsage {
  const states = new Map<string, State>()
  const stateOf = ({ id }: Account): State => {
    const state = states.get(id) ?? { counter: openCounter(store.usage, id), underWay: 0, reserved: 0, recent: [] }
    states.set(id, state)
    return state
  }
  return {
    enter(account, analyses) {
      const state = stateOf(account)
      const at = now()
      checkRoom(account, state, analyses, at)
      state.counter.add({ processed: 0, requests: 1 }, at)
      if (account.plan.requestsPerSecond !== null) state.recent.push(at)
      return admit(state, analyses, { now, checkMore: (wanted) => checkQuota(account, state, wanted, now()) })
    },
    report: (account) => reportUsage(account.plan, stateOf(account).counter, stateOf(account).underWay, now()),
    monthly: (account) => monthlyState(account.plan, stateOf(account).counter, now()),
    isBusy: (accountId) => (states.get(accountId)?.underWay ?? 0) > 0,
    forget: (accountId) => void states.delete(accountId),
  }
}

function checkRoom({ plan }: Account, state: State, wanted: number, at: number): void {
  // A clock that was set back must not shut an account out.
  state.recent = state.recent.filter((time) => time > at - SECOND_MS && time <= at)
  checkQuota({ plan }, state, wanted, at)
  checkConcurrency(plan, state.underWay)
  checkRate(plan, state.recent.length)
}

function checkQuota({ plan }: Pick<Account, 'plan'>, state: State, wanted: number, at: number): void {
  checkQuotas(plan, { wanted, reserved: state.reserved, ...usedNow(state.counter, at) }, at)
}

type Admitting = { now: () => number; checkMore: (wanted: number) => void }

function admit(state: State, analyses: number, { now, checkMore }: Admitting): Admission {
  let left = analyses
  let isInside = true
  state.underWay += 1
  state.reserved += analyses
  return {
    reserve(count) {
      if (!isInside) throw new Error(`room for ${count} analyses is asked for by a request that has left`)
      checkMore(count)
      left += count
      state.reserved += count
    },
    processed(count = 1) {
      if (!isInside || count > left)
        throw new Error(`${count} analyses are counted where room was made for ${isInside ? left : 0}`)
      if (count === 0) return
      state.counter.add({ processed: count, requests: 0 }, now())
      left -= count
      state.reserved -= count
    },
    leave() {
      if (!isInside) return
      isInside = false
      state.underWay -= 1
      state.reserved -= left
    },
  }
}
