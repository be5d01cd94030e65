import { monthlyState, reportUsage, reportUsageV1 } from '../../accounts/usage-report.ts'
import type { Account } from '../../ports/ports.ts'
import type { Admission, MonthlyState, NamedByRequest, Usage } from '../../ports/usage.ts'
import type { UsageReport, UsageReportV1 } from '../../ports/usage-report.ts'
import { AccountUsage } from './account-usage.ts'
import type { UsageRows } from './usage-rows.ts'

/**
 * Usage of the accounts if only this process serves them: it is also kept in memory, so that a check needs no query.
 * Each request and each analysis is written when it is counted, so a crash loses none.
 */
export class SqliteUsage implements Usage {
  readonly #rows: UsageRows
  readonly #now: () => number
  readonly #accounts = new Map<string, AccountUsage>()

  constructor(rows: UsageRows, now: () => number) {
    this.#rows = rows
    this.#now = now
  }

  async enter(account: Account, analyses: number, named?: NamedByRequest): Promise<Admission> {
    return this.#of(account).enter(account.plan, analyses, named?.key)
  }

  async enterInBackground(account: Account, analyses: number): Promise<Admission> {
    return this.#of(account).enterInBackground(account.plan, analyses)
  }

  async report(account: Account): Promise<UsageReport> {
    const { tally, underWay } = this.#of(account)
    return reportUsage(account.plan, tally, underWay, this.#now())
  }

  async reportV1(account: Account): Promise<UsageReportV1> {
    return reportUsageV1(account.plan, this.#of(account).tally, this.#now())
  }

  async monthly(account: Account): Promise<MonthlyState> {
    return monthlyState(account.plan, this.#of(account).tally, this.#now())
  }

  async isBusy(accountId: string): Promise<boolean> {
    return this.#isBusy(accountId)
  }

  async forget(accountId: string): Promise<void> {
    if (!this.#isBusy(accountId)) this.#accounts.delete(accountId)
  }

  #isBusy(accountId: string): boolean {
    return this.#accounts.get(accountId)?.isBusy ?? false
  }

  #of({ id }: Account): AccountUsage {
    const known = this.#accounts.get(id)
    if (known) return known
    const usage = new AccountUsage(this.#rows, id, this.#now)
    this.#accounts.set(id, usage)
    return usage
  }
}
