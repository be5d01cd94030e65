import { randomUUID } from 'node:crypto'
import { checkConcurrency, checkQuotas, checkRate, type QuotaUse } from '../../accounts/limits.ts'
import { monthlyState, reportUsage, reportUsageV1 } from '../../accounts/usage-report.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Account, Plan } from '../../ports/ports.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { Admission, MonthlyState, NamedByRequest, Usage } from '../../ports/usage.ts'
import type { Database, Query } from './database.ts'
import { LRUCache } from 'lru-cache'
import { dayOf } from '../../accounts/calendar.ts'
import { UsageTally } from '../../accounts/usage-tally.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadRow } from '../../ports/upload-store.ts'
import { storeUnavailable } from './database-errors.ts'
import { PeriodicTask } from '../../timers/periodic-task.ts'
import { uploadColumns } from './upload-rows.ts'

/** How long, at most, requests of an ended node hold their share. */
const LEASE_MS = 30_000
const RENEW_MS = 5000

type NodeLeaseOptions = {
  /** Runs a statement, and repeats it if its connection breaks. */
  repeat: Query
  log: ServiceLog
  /** Where this node keeps pictures; undefined if it keeps none. */
  picturePlace?: string | undefined
  leaseMs?: number | undefined
  renewMs?: number | undefined
}

/**
 * Renews in the database that this node is running. A node that missed its time returns under another id, because the
 * shares of its requests may be taken by then.
 */
class NodeLease {
  readonly #repeat: Query
  readonly #log: ServiceLog
  readonly #picturePlace: string | null
  readonly #leaseMs: number
  readonly #task: PeriodicTask
  #id: string | null = null
  #registering: Promise<string> | null = null

  /** `onRenewed` is called after each contact with the database. */
  constructor(
    { repeat, log, picturePlace, leaseMs = LEASE_MS, renewMs = RENEW_MS }: NodeLeaseOptions,
    onRenewed: () => Promise<void>,
  ) {
    this.#repeat = repeat
    this.#log = log
    this.#picturePlace = picturePlace ?? null
    this.#leaseMs = leaseMs
    this.#task = new PeriodicTask({
      work: async () => {
        await this.renew()
        await onRenewed()
      },
      intervalMs: renewMs,
      log,
      failureMessage: 'this node could not be kept registered in the database',
    })
  }

  /** The id under which this node's requests hold their share. */
  id(): Promise<string> {
    return this.#id === null ? this.#register() : Promise.resolve(this.#id)
  }

  /** Abandons an id that has missed its time. */
  lapse(id: string): void {
    if (this.#id === id) this.#id = null
  }

  async renew(): Promise<void> {
    const id = await this.id()
    const [row] = await this.#repeat<{ isAlive: boolean }>('SELECT renew_node($1, $2) AS "isAlive"', [
      id,
      this.#leaseMs,
    ])
    if (!row!.isAlive) this.lapse(id)
  }

  /** Stops, and releases what this node still holds; if the database cannot be reached, the lease ends it. */
  async close(): Promise<void> {
    await this.#task.close()
    if (this.#id === null) return
    try {
      await this.#repeat(
        'WITH gone AS (DELETE FROM nodes WHERE id = $1 RETURNING id) DELETE FROM admissions WHERE node IN (SELECT id FROM gone)',
        [this.#id],
      )
    } catch (error) {
      this.#log.warn('the end of this node could not be recorded', { error })
    }
  }

  #register(): Promise<string> {
    this.#registering ??= this.#add().finally(() => (this.#registering = null))
    return this.#registering
  }

  async #add(): Promise<string> {
    const id = randomUUID()
    await this.#repeat(
      "INSERT INTO nodes (id, alive_until, picture_place) VALUES ($1, clock_timestamp() + $2::bigint * interval '1 millisecond', $3) ON CONFLICT DO NOTHING",
      [id, this.#leaseMs, this.#picturePlace],
    )
    this.#id = id
    return id
  }
}

type AdmissionOptions = {
  /** The upload that was looked up at the admission. */
  upload: UploadRow | undefined
  rows: Pick<ReturnType<typeof usageRows>, 'reserve' | 'leave'>
  request: () => UsageRequest
  /** Reserved analyses. */
  reserved: number
  /** The id under which this node's requests hold their share. */
  node: () => Promise<string>
  /** Called with the number of counted analyses. */
  counted: (analyses: number) => void
  /** Ends the request later, if the database cannot be told now. */
  abandon: (id: string) => void
}

/** Pauses between tries to count a request's analyses: they cover a restart of the database. */
const PAUSES_MS = [100, 200, 400, 800, 1500, 2500, 4000]

/**
 * A request's reservation in its account's plan. The results are kept here until the request leaves and then counted
 * once, however many tries that needs.
 */
class OpenAdmission implements Admission {
  readonly upload: UploadRow | undefined
  readonly #options: AdmissionOptions
  #reserved: number
  #processed = 0
  #isInside = true

  constructor(options: AdmissionOptions) {
    this.upload = options.upload
    this.#options = options
    this.#reserved = options.reserved
  }

  async reserve(analyses: number): Promise<void> {
    if (!this.#isInside) throw new Error(`room for ${analyses} analyses is asked for by a request that has left`)
    const { rows, request, node } = this.#options
    const total = this.#reserved + analyses
    const answer = await rows.reserve(request(), await node(), total)
    if (answer.outcome === 'refused') throw refused(request(), answer, answer.wanted)
    this.#reserved = total
  }

  processed(count = 1): Promise<void> {
    if (!this.#isInside || this.#processed + count > this.#reserved)
      return Promise.reject(
        new Error(
          `${count} analyses are counted where room was made for ${this.#isInside ? this.#reserved - this.#processed : 0}`,
        ),
      )
    this.#processed += count
    return Promise.resolve()
  }

  async leave(): Promise<void> {
    if (!this.#isInside) return
    this.#isInside = false
    const { request, abandon, counted } = this.#options
    try {
      const answer = await this.#leave()
      if (answer.outcome === 'refused') throw refused(request(), answer, this.#processed)
      counted(answer.counted)
    } catch (error) {
      abandon(request().id)
      throw error
    }
  }

  async #leave(): Promise<LeaveAnswer> {
    const { rows, request } = this.#options
    for (const ms of PAUSES_MS) {
      try {
        return await rows.leave(request(), this.#processed)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 503) throw error
        await pause(ms)
      }
    }
    return rows.leave(request(), this.#processed)
  }
}

/** The error from the rules if a request has no room, or lost it while its node was unreachable. */
function refused({ plan }: UsageRequest, use: PlanUse, wanted: number): unknown {
  try {
    checkQuotas(plan, { ...use, wanted }, use.at)
  } catch (error) {
    return error
  }
  return storeUnavailable(new Error('the database refused analyses that the plan allows'))
}

const MAX_ACCOUNTS = 10_000
/** How old a count may be that lacks those of other nodes. */
const FRESH_MS = 10_000

/** What accounts used in their month when this node last read it, and what it counted since. */
class MonthlyMemory {
  readonly #known = new LRUCache<string, { at: number; used: number }>({ max: MAX_ACCOUNTS, ttl: FRESH_MS })

  /** Stores the usage at a time in milliseconds since 1970. */
  keep(accountId: string, at: number, used: number): void {
    this.#known.set(accountId, { at, used })
  }

  /** Adds the count of a request that entered by then. */
  add(accountId: string, processed: number): void {
    const known = this.#known.get(accountId)
    if (known !== undefined) this.#known.set(accountId, { ...known, used: known.used + processed })
  }

  find(accountId: string): { at: number; tally: UsageTally } | undefined {
    const known = this.#known.get(accountId)
    if (known === undefined) return undefined
    const { at, used } = known
    return { at, tally: new UsageTally([{ day: dayOf(at), processed: used, requests: 0, lastMs: 0 }]) }
  }
}

export type PostgresUsageOptions = {
  database: Pick<Database, 'repeat'>
  log: ServiceLog
  /** The time of usage in milliseconds since 1970; by default the database's own. */
  now?: (() => number) | undefined
  picturePlace?: string | undefined
  /** How long requests of this node hold their share without a renewal, which also determines how often it renews. */
  leaseMs?: number | undefined
  renewMs?: number | undefined
}

type Enter = ReturnType<typeof usageRows>['enter']

/**
 * Counts the usage of accounts and enforces their plans, across all nodes. The database checks and counts under a lock
 * of the account's row, in one statement for each request that enters and one for each that leaves.
 */
export class PostgresUsage implements Usage {
  readonly #rows: ReturnType<typeof usageRows>
  readonly #lease: NodeLease
  readonly #now: () => number | null
  readonly #monthly = new MonthlyMemory()
  /** Requests whose end could not be recorded. */
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

  /** As of this node's last read, if that is recent: a request that enters and leaves has read it. */
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

  /** The id under which this node is registered; it changes after the node missed its time. */
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
      this.#abandoned.add(request.id) // it may have been admitted
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

/** Throws the error from the rules for a request that the database did not admit. */
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

// Rows

/** The counts and reservations at a check of limits; `at` is milliseconds since 1970, by the database's clock. */
type PlanUse = Omit<QuotaUse, 'wanted'> & { at: number }

type EnterAnswer = PlanUse & {
  outcome: 'admitted' | 'refused' | 'too-fast' | 'lapsed' | 'removed'
  underWay: number
}
type ReserveAnswer = PlanUse & { outcome: 'reserved' | 'refused' | 'removed'; wanted: number }
/** A refusal contains the plan's use; `counted` is the number of counted analyses. */
type LeaveAnswer = PlanUse & { outcome: 'left' | 'refused'; counted: number }

/**
 * A request with its own id, so that each of these calls counts once however often it is sent. Requests with the same
 * `key` also count once.
 */
type UsageRequest = NamedByRequest & { id: string; accountId: string; plan: Plan; at: number | null }

/** The answer, with the upload that the request names if it was found. */
type Entered = EnterAnswer & { upload?: UploadRow | undefined }

const planUse = 'outcome, at_ms AS at, daily, monthly, reserved'
const WEEK_DAYS = 7

/** Usage and reservations of accounts, in PostgreSQL: one statement each. */
function usageRows({ repeat }: { repeat: Query }) {
  const reserve = async ({ id, accountId, plan, at }: UsageRequest, node: string, total: number) => {
    const [row] = await repeat<ReserveAnswer>(
      `SELECT ${planUse}, wanted FROM reserve_analyses($1, $2, $3, $4, $5, $6, $7)`,
      [id, node, accountId, total, plan.daily, plan.monthly, at],
    )
    return row!
  }
  const leave = async ({ id, accountId, plan, at, key }: UsageRequest, processed: number) => {
    const values = [id, accountId, processed, plan.daily, plan.monthly, at]
    const [row] = await (key === undefined
      ? repeat<LeaveAnswer>(
          `SELECT ${planUse}, $3::bigint AS counted FROM leave_request($1, $2, $3, $4, $5, $6)`,
          values,
        )
      : repeat<LeaveAnswer>(`SELECT ${planUse}, counted FROM leave_with_key($1, $2, $3, $4, $5, $6, $7)`, [
          ...values,
          key,
        ]))
    return row!
  }
  return {
    ...entering(repeat),
    reserve,
    leave,
    /** Ends abandoned requests without counting anything. */
    abandon: async (ids: readonly string[]) =>
      void (await repeat('DELETE FROM admissions WHERE id = ANY ($1::uuid[])', [ids])),
    underWay: (accountId: string) => countUnderWay(repeat, accountId),
    /** Removes requests of a removed account that hold no reservations any more. */
    forget: async (accountId: string) =>
      void (await repeat('DELETE FROM admissions WHERE account_id = $1 AND NOT is_alive(node)', [accountId])),
    /** What an account used, and the database's time if `at` is null. */
    used: (accountId: string, at: number | null) => readUsed(repeat, accountId, at),
  }
}

/** A row that may be missing. */
type Maybe<Row> = { [K in keyof Row]: Row[K] | null }

const ENTERED = `SELECT ${planUse}, under_way AS "underWay"`
const BY_ID = 'enter_request($1, $2, $3, $4, $5, $6, $7, $8, $9)'
const BY_KEY = 'enter_with_key($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'

/** Admits requests, and analyses without a request. */
function entering(repeat: Query) {
  const enter = async (request: UsageRequest, node: string, wanted: number): Promise<Entered> => {
    const { id, accountId, plan, at, key, uploadId } = request
    const { concurrency, requestsPerSecond, daily, monthly } = plan
    const values = [id, node, accountId, wanted, concurrency, requestsPerSecond, daily, monthly, at]
    const by = key === undefined ? BY_ID : BY_KEY
    const given = key === undefined ? values : [...values, key]
    if (uploadId === undefined) return (await repeat<EnterAnswer>(`${ENTERED} FROM ${by}`, given))[0]!
    const [row] = await repeat<EnterAnswer & Maybe<UploadRow>>(
      `${ENTERED}, ${uploadColumns} FROM ${by} LEFT JOIN uploads ON account_id = $3 AND id = $${given.length + 1}`,
      [...given, uploadId],
    )
    const { outcome, at: enteredAt, daily: usedToday, monthly: usedThisMonth, reserved, underWay, ...upload } = row!
    const answer = { outcome, at: enteredAt, daily: usedToday, monthly: usedThisMonth, reserved, underWay }
    return { ...answer, upload: upload.id === null ? undefined : (upload as UploadRow) }
  }
  const enterInBackground = async (
    { id, accountId, plan, at }: UsageRequest,
    node: string,
    wanted: number,
  ): Promise<Entered> => {
    const [row] = await repeat<EnterAnswer>(`${ENTERED} FROM enter_in_background($1, $2, $3, $4, $5, $6, $7)`, [
      id,
      node,
      accountId,
      wanted,
      plan.daily,
      plan.monthly,
      at,
    ])
    return row!
  }
  return { enter, enterInBackground }
}

async function countUnderWay(query: Query, accountId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM admissions a JOIN nodes n ON n.id = a.node
     WHERE a.account_id = $1 AND n.alive_until > clock_timestamp()`,
    [accountId],
  )
  return row!.count
}

type Sums = { at: number; processed: number; requests: number; lastMs: number; underWay: number }
type Day = { day: number; processed: number; requests: number }

/** Each day of the month and week of a time; earlier days as one sum. */
async function readUsed(
  query: Query,
  accountId: string,
  at: number | null,
): Promise<{ at: number; tally: UsageTally; underWay: number }> {
  const [row] = await query<Sums & { days: Day[] }>(
    `WITH time AS (SELECT coalesce($2::bigint, clock_ms()) AS at),
       recent AS (
         SELECT time.at, least(first_day_of_month(time.at, 0), (time.at / 86400000)::integer - ${WEEK_DAYS}) AS day
         FROM time
       )
     SELECT recent.at,
       coalesce(sum(u.processed) FILTER (WHERE u.day < recent.day), 0)::bigint AS processed,
       coalesce(sum(u.requests) FILTER (WHERE u.day < recent.day), 0)::bigint AS requests,
       coalesce(max(u.last_ms), 0)::bigint AS "lastMs",
       coalesce(jsonb_agg(jsonb_build_object('day', u.day, 'processed', u.processed, 'requests', u.requests))
         FILTER (WHERE u.day >= recent.day), '[]') AS days,
       (SELECT count(*) FROM admissions a JOIN nodes n ON n.id = a.node
         WHERE a.account_id = $1 AND NOT a.is_background AND n.alive_until > clock_timestamp()) AS "underWay"
     FROM recent LEFT JOIN usage u ON u.account_id = $1
     GROUP BY recent.at, recent.day`,
    [accountId, at],
  )
  const { days, underWay, at: time, ...before } = row!
  const all = [{ day: 0, ...before }, ...days.map((day) => ({ ...day, lastMs: 0 }))]
  return { at: time, tally: new UsageTally(all), underWay }
}
