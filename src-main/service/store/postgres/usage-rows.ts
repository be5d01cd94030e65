import { UsageTally } from '../../accounts/usage-tally.ts'
import type { QuotaUse } from '../../accounts/limits.ts'
import type { Plan } from '../../ports/ports.ts'
import type { UploadRow } from '../../ports/upload-store.ts'
import type { NamedByRequest } from '../../ports/usage.ts'
import type { Query } from './database.ts'
import { uploadColumns } from './upload-rows.ts'

/** The counts and reservations at a check of limits; `at` is milliseconds since 1970, by the database's clock. */
export type PlanUse = Omit<QuotaUse, 'wanted'> & { at: number }

export type EnterAnswer = PlanUse & {
  outcome: 'admitted' | 'refused' | 'too-fast' | 'lapsed' | 'removed'
  underWay: number
}
export type ReserveAnswer = PlanUse & { outcome: 'reserved' | 'refused' | 'removed'; wanted: number }
/** A refusal contains the plan's use; `counted` is the number of counted analyses. */
export type LeaveAnswer = PlanUse & { outcome: 'left' | 'refused'; counted: number }

/**
 * A request with an id of its own, so that each of these calls counts once however often it is sent. Requests with the
 * same `key` also count once.
 */
export type UsageRequest = NamedByRequest & { id: string; accountId: string; plan: Plan; at: number | null }

/** The answer, with the upload that the request names if it was found. */
export type Entered = EnterAnswer & { upload?: UploadRow | undefined }

const planUse = 'outcome, at_ms AS at, daily, monthly, reserved'
const WEEK_DAYS = 7

/** Usage and reservations of accounts, in PostgreSQL: one statement each. */
export function usageRows({ repeat }: { repeat: Query }) {
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
