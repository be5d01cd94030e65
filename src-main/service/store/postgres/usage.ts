import { randomUUID } from 'node:crypto'
import { checkConcurrency, checkQuotas, checkRate } from '../../accounts/limits.ts'
import { monthlyState, reportUsage, reportUsageV1 } from '../../accounts/usage-report.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Account } from '../../ports/ports.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { Admission, MonthlyState, NamedByRequest, Usage } from '../../ports/usage.ts'
import { OpenAdmission } from './admission.ts'
import { MonthlyMemory } from './monthly-memory.ts'
import type { Database } from './database.ts'
import { NodeLease } from './node-lease.ts'
import { usageRows, type EnterAnswer, type Entered, type UsageRequest } from './usage-rows.ts'

export type PostgresUsageOptions = {
  database: Pick<Database, 'repeat'>
  log: ServiceLog
  /** The time of usage in milliseconds since 1970; the database's own where it is left out. */
  now?: (() => number) | undefined
  picturePlace?: string | undefined
  /** How long requests of this node hold their share after it was last heard of, and how often it tells. */
  leaseMs?: number | undefined
  renewMs?: number | undefined
}

type Enter = ReturnType<typeof usageRows>['enter']

/**
 * Counts what accounts use and keeps them within their plans, over all nodes: the database checks and counts under a
 * lock of the account's row, in one statement for each request that enters and one for each that leaves.
 */
export class PostgresUsage implements Usage {
  readonly #rows: ReturnType<typeof usageRows>
  readonly #lease: NodeLease
  readonly #now: () => number | null
  readonly #monthly = new MonthlyMemory()
  /** Requests whose end could not be told to the database. */
  readonly #abandoned = new Set<string>()

  constructor({ database, log, now, picturePlace, leaseMs, renewMs }: PostgresUsageOptions) {
    this.#rows = usageRows(database)
    this.#now = now ?? (() => null)
    this.#lease = new NodeLease({ repeat: database.repeat, log, picturePlace, leaseMs, renewMs }, () =>
      this.#endAbandoned(),
    )
  }

  enter(account: Account, analyses: number, named?: NamedByRequest): Promise<Admission> {
    return this.#admit(account, analyses, this.#rows.enter, named)
  }

  enterInBackground(account: Account, analyses: number): Promise<Admission> {
    return this.#admit(account, analyses, this.#rows.enterInBackground)
  }

  async report(account: Account): ReturnType<Usage['report']> {
    const { at, tally, underWay } = await this.#rows.used(account.id, this.#now())
    return reportUsage(account.plan, tally, underWay, at)
  }

  async reportV1(account: Account): ReturnType<Usage['reportV1']> {
    const { at, tally } = await this.#rows.used(account.id, this.#now())
    return reportUsageV1(account.plan, tally, at)
  }

  /** As of this node's last look, where that was a moment ago: a request that enters and leaves has looked. */
  async monthly(account: Account): Promise<MonthlyState> {
    const known = this.#monthly.find(account.id)
    if (known !== undefined) return monthlyState(account.plan, known.tally, known.at)
    const { at, tally } = await this.#rows.used(account.id, this.#now())
    return monthlyState(account.plan, tally, at)
  }

  async isBusy(accountId: string): Promise<boolean> {
    return (await this.#rows.underWay(accountId)) > 0
  }

  forget(accountId: string): Promise<void> {
    return this.#rows.forget(accountId)
  }

  /** The id under which this node is known to live; another after it missed its time. */
  nodeId(): Promise<string> {
    return this.#lease.id()
  }

  async close(): Promise<void> {
    await this.#lease.close()
  }

  async #admit(account: Account, analyses: number, enter: Enter, named?: NamedByRequest): Promise<Admission> {
    const { id: accountId, plan } = account
    const request: UsageRequest = { id: randomUUID(), accountId, plan, at: this.#now(), ...named }
    const { upload, ...answer } = await this.#enter(request, analyses, enter)
    if (answer.outcome !== 'removed') this.#monthly.keep(account.id, answer.at, answer.monthly)
    refuse(account, answer, analyses)
    return new OpenAdmission({
      upload,
      rows: this.#rows,
      request: () => ({ ...request, at: this.#now() }),
      reserved: analyses,
      node: () => this.#lease.id(),
      counted: (analyses) => this.#monthly.add(account.id, analyses),
      abandon: (id) => void this.#abandoned.add(id),
    })
  }

  async #enter(request: UsageRequest, analyses: number, enter: Enter): Promise<Entered> {
    try {
      for (;;) {
        const node = await this.#lease.id()
        const answer = await enter(request, node, analyses)
        if (answer.outcome !== 'lapsed') return answer
        this.#lease.lapse(node)
      }
    } catch (error) {
      this.#abandoned.add(request.id) // it may have been let in
      throw error
    }
  }

  async #endAbandoned(): Promise<void> {
    const ids = [...this.#abandoned]
    if (ids.length === 0) return
    await this.#rows.abandon(ids)
    for (const id of ids) this.#abandoned.delete(id)
  }
}

/** Throws what the rules say of a request that the database did not let in. */
function refuse({ plan }: Account, answer: EnterAnswer, wanted: number): void {
  if (answer.outcome === 'admitted') return
  if (answer.outcome === 'removed') throw new ServiceError(401, 'The account of this key was deleted.')
  if (answer.outcome === 'refused') {
    checkQuotas(plan, { ...answer, wanted }, answer.at)
    checkConcurrency(plan, answer.underWay)
  }
  if (answer.outcome === 'too-fast') checkRate(plan, plan.requestsPerSecond ?? 0)
  throw new Error(`the database refused a request that the plan allows: ${JSON.stringify(answer)}`)
}
