import type { Account, Admission, Usage } from '../ports/ports.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { AccountUsage } from './account-usage.ts'
import { UsageCounter } from './usage-counter.ts'
import { monthlyState, reportUsage, reportUsageV1 } from './usage-report.ts'

/** `now` gives milliseconds since 1970. */
export type UsageOptions = { store: Pick<ServiceStore, 'usage'>; now?: () => number }

/**
 * Counts what accounts use and keeps them within their plans. Each request and each analysis is written when it is
 * counted, before its answer leaves: a crash loses none.
 */
export class StoredUsage implements Usage {
  readonly #store: Pick<ServiceStore, 'usage'>
  readonly #now: () => number
  readonly #accounts = new Map<string, AccountUsage>()

  constructor({ store, now = Date.now }: UsageOptions) {
    this.#store = store
    this.#now = now
  }

  enter(account: Account, analyses: number): Admission {
    return this.#of(account).enter(account.plan, analyses)
  }

  report(account: Account): ReturnType<Usage['report']> {
    const { counter, underWay } = this.#of(account)
    return reportUsage(account.plan, counter, underWay, this.#now())
  }

  reportV1(account: Account): ReturnType<Usage['reportV1']> {
    return reportUsageV1(account.plan, this.#of(account).counter, this.#now())
  }

  monthly(account: Account): ReturnType<Usage['monthly']> {
    return monthlyState(account.plan, this.#of(account).counter, this.#now())
  }

  /** Whether requests of an account are under way. */
  isBusy(accountId: string): boolean {
    return (this.#accounts.get(accountId)?.underWay ?? 0) > 0
  }

  /** Drops what is kept in memory of a removed account. */
  forget(accountId: string): void {
    this.#accounts.delete(accountId)
  }

  #of({ id }: Account): AccountUsage {
    const known = this.#accounts.get(id)
    if (known) return known
    const usage = new AccountUsage(new UsageCounter(this.#store.usage, id), this.#now)
    this.#accounts.set(id, usage)
    return usage
  }
}
