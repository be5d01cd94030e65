import { monthlyState, reportUsage, reportUsageV1 } from '../../accounts/usage-report.ts'
import type { Account, Plan } from '../../ports/ports.ts'
import type { Admission, MonthlyState, NamedByRequest, Usage } from '../../ports/usage.ts'
import type { UsageReport, UsageReportV1 } from '../../ports/usage-report.ts'
import { dayOf } from '../../accounts/calendar.ts'
import { checkConcurrency, checkQuotas, checkRate } from '../../accounts/limits.ts'
import { UsageTally, type Counts, type UsageDay } from '../../accounts/usage-tally.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/**
 * Usage of the accounts if only this process serves them: it is also kept in memory, so that a check needs no query.
 * Each request and each analysis is written when it is counted, so a crash loses none.
 */
export class SqliteUsage implements Usage {
  readonly #rows: UsageRows
  readonly #now: () => number
  readonly #accounts = new Map<string, AccountUsage>()

  constructor(db: Db, now: () => number) {
    this.#rows = usageRows(db)
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

const SECOND_MS = 1000

/**
 * The usage of one account and the reservations of its active requests. Checking and counting are one synchronous step,
 * so that two requests never exceed a limit together.
 */
class AccountUsage {
  /** In memory and in the database. */
  readonly tally: UsageTally
  readonly #rows: UsageRows
  readonly #accountId: string
  readonly #now: () => number
  #underWay = 0
  #inBackground = 0
  /** Analyses that active requests may still do. */
  #reserved = 0
  /** Times of the requests admitted within the last second, oldest first. */
  #recent: number[] = []

  /** Reads the account's earlier usage. */
  constructor(rows: UsageRows, accountId: string, now: () => number) {
    this.tally = new UsageTally(rows.of(accountId))
    this.#rows = rows
    this.#accountId = accountId
    this.#now = now
  }

  /** Number of active requests. */
  get underWay(): number {
    return this.#underWay
  }

  get isBusy(): boolean {
    return this.#underWay + this.#inBackground > 0
  }

  /** Reserves `analyses` without a request; throws ServiceError 403 or 429. */
  enterInBackground(plan: Plan, analyses: number): Admission {
    this.#checkQuotas(plan, analyses, this.#now())
    this.#inBackground += 1
    return this.#admit(plan, analyses, () => (this.#inBackground -= 1))
  }

  /** Counts a request and admits it, reserving `analyses`, which count once per key; throws ServiceError 429 or 403. */
  enter(plan: Plan, analyses: number, key?: string): Admission {
    const at = this.#now()
    const isRepeated = key !== undefined && this.#rows.isCounted(this.#accountId, key, at)
    // A clock that was set back must not lock an account out.
    this.#recent = this.#recent.filter((time) => time > at - SECOND_MS && time <= at)
    if (!isRepeated) this.#checkQuotas(plan, analyses, at)
    checkConcurrency(plan, this.#underWay)
    checkRate(plan, this.#recent.length)
    this.#count({ processed: 0, requests: 1 }, at)
    if (plan.requestsPerSecond !== null) this.#recent.push(at)
    this.#underWay += 1
    const onLeave = () => (this.#underWay -= 1)
    if (isRepeated) return openRepeated(analyses, onLeave)
    return this.#admit(plan, analyses, onLeave, key === undefined ? undefined : this.#countOnce(key))
  }

  #checkQuotas(plan: Plan, wanted: number, at: number): void {
    checkQuotas(plan, { wanted, reserved: this.#reserved, ...this.tally.usedAt(at) }, at)
  }

  #count(used: Counts, at: number): void {
    const day = dayOf(at)
    this.#rows.add({ accountId: this.#accountId, day, ...used, at })
    this.tally.add({ day, ...used, lastMs: at })
  }

  /** Counts analyses of one request under a key, unless another one counted under it first. */
  #countOnce(key: string): (processed: number) => void {
    let isOwn: boolean | undefined
    return (processed) => {
      if (isOwn === true) return this.#count({ processed, requests: 0 }, this.#now())
      if (isOwn === false) return
      const at = this.#now()
      const used = { day: dayOf(at), processed, requests: 0 }
      isOwn = this.#rows.addOnce({ accountId: this.#accountId, ...used, at }, key)
      if (isOwn) this.tally.add({ ...used, lastMs: at })
    }
  }

  #admit(
    plan: Plan,
    analyses: number,
    onLeave: () => void,
    onProcessed = (count: number) => this.#count({ processed: count, requests: 0 }, this.#now()),
  ): Admission {
    const admission = new OpenAdmission({
      checkMore: (count) => this.#checkQuotas(plan, count, this.#now()),
      onReserved: (count) => (this.#reserved += count),
      onProcessed,
      onLeave,
    })
    admission.add(analyses)
    return admission
  }
}

/** A request whose analyses were already counted: it reserves and counts nothing. */
function openRepeated(analyses: number, onLeave: () => void): Admission {
  const nothing = () => undefined
  const admission = new OpenAdmission({ checkMore: nothing, onReserved: nothing, onProcessed: nothing, onLeave })
  admission.add(analyses)
  return admission
}

type AdmissionEvents = {
  /** Throws if the plan has no room for this many more. */
  checkMore(count: number): void
  /** Called when this many more analyses are reserved; negative for fewer. */
  onReserved(count: number): void
  onProcessed(count: number): void
  onLeave(): void
}

/** A request's reservation in its account's plan. */
class OpenAdmission implements Admission {
  readonly #events: AdmissionEvents
  #left = 0
  #isInside = true

  constructor(events: AdmissionEvents) {
    this.#events = events
  }

  /** Reserves without a check, which the account has already done. */
  add(count: number): void {
    this.#left += count
    this.#events.onReserved(count)
  }

  async reserve(count: number): Promise<void> {
    if (!this.#isInside) throw new Error(`room for ${count} analyses is asked for by a request that has left`)
    this.#events.checkMore(count)
    this.add(count)
  }

  async processed(count = 1): Promise<void> {
    if (!this.#isInside || count > this.#left)
      throw new Error(`${count} analyses are counted where room was made for ${this.#isInside ? this.#left : 0}`)
    if (count === 0) return
    this.#events.onProcessed(count)
    this.add(-count)
  }

  async leave(): Promise<void> {
    if (!this.#isInside) return
    this.#isInside = false
    this.#events.onLeave()
    this.#events.onReserved(-this.#left)
  }
}

type Used = { accountId: string; day: number; processed: number; requests: number; at: number }

type UsageRows = {
  of(accountId: string): UsageDay[]
  add(used: Used): void
  /** Like `add`, but also remembers the key; adds nothing and returns false if that was counted before. */
  addOnce(used: Used, key: string): boolean
  /** Whether the key was counted within a day before `at`. */
  isCounted(accountId: string, key: string, at: number): boolean
}

const DAY_MS = 86_400_000

/** Usage of accounts by day, and the keys of counted requests. */
function usageRows(db: Db): UsageRows {
  const of = db.prepare<[string], UsageDay>(
    'SELECT day, processed, requests, last_ms AS lastMs FROM usage WHERE account_id = ? ORDER BY day',
  )
  // An account may be deleted while its request is active: then nothing is counted.
  const add = db.prepare(`
    INSERT INTO usage (account_id, day, processed, requests, last_ms)
    SELECT @accountId, @day, @processed, @requests, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, day) DO UPDATE SET processed = processed + @processed, requests = requests + @requests, last_ms = max(last_ms, @at)`)
  const keep = db.prepare(`
    INSERT INTO counted_keys (account_id, key, at_ms)
    SELECT @accountId, @key, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, key) DO UPDATE SET at_ms = @at WHERE at_ms <= @at - ${DAY_MS}`)
  const forget = db.prepare<[number]>(`
    DELETE FROM counted_keys WHERE rowid IN (SELECT rowid FROM counted_keys WHERE at_ms < ? ORDER BY at_ms LIMIT 2)`)
  const find = db.prepare<[string, string, number]>(
    'SELECT 1 FROM counted_keys WHERE account_id = ? AND key = ? AND at_ms > ?',
  )
  const addOnce = (used: Used, key: string): boolean => {
    const { accountId, at } = used
    if (keep.run({ accountId, key, at }).changes === 0) return false
    forget.run(at - DAY_MS)
    add.run(used)
    return true
  }
  return {
    of: (accountId) => of.all(accountId),
    add: (used) => void add.run(used),
    addOnce: db.transaction(addOnce),
    isCounted: (accountId, key, at) => find.get(accountId, key, at - DAY_MS) !== undefined,
  }
}
