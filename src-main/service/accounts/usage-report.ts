import type { Plan } from '../ports/ports.ts'
import type { MonthlyState } from '../ports/usage.ts'
import { UNLIMITED, type UsageReport, type UsageReportV1 } from '../ports/usage-report.ts'
import { dayOf, dayStart, monthOf, sayDay } from './calendar.ts'
import type { UsageTally } from './usage-tally.ts'

/**
 * Means "without limit" in `GET /v2/usage`, whose typed clients only read integers: the largest that all of them can
 * hold. Everywhere else, words say it.
 */
const WITHOUT_LIMIT = 2_147_483_647

const WEEK_DAYS = 7

/**
 * The counts of `GET /v2/usage`. `daily`, `weekly` and `monthly` contain one count per day: of today, of the last seven
 * UTC days including today, and of the UTC calendar month, which is also the billing period.
 */
export function reportUsage(plan: Plan, tally: UsageTally, underWay: number, now: number): UsageReport {
  const today = dayOf(now)
  const period = monthOf(now)
  const daily = tally.between(today, today + 1)
  const weekStart = today + 1 - WEEK_DAYS
  const weekly = tally.between(weekStart, today + 1)
  const monthly = tally.between(period.first, period.next)
  const total = tally.total()
  return {
    billing_period_start: sayDay(period.first),
    billing_period_end: sayDay(period.next),
    daily_for: sayDay(today),
    concurrency: { max: plan.concurrency, now: underWay },
    daily: byDay(tally, today, today + 1),
    daily_processed: daily.processed,
    daily_requests: daily.requests,
    weekly: byDay(tally, weekStart, today + 1),
    weekly_processed: weekly.processed,
    weekly_requests: weekly.requests,
    monthly: byDay(tally, period.first, period.next),
    monthly_limit: plan.monthly ?? WITHOUT_LIMIT,
    monthly_processed: monthly.processed,
    monthly_requests: monthly.requests,
    total_processed: total.processed,
    total_requests: total.requests,
    last_usage: Math.floor(tally.lastMs() / 1000),
    rps_limit: plan.requestsPerSecond ?? WITHOUT_LIMIT,
  }
}

/** Analyses of the days in a range that had any, by the Unix time of the start of the day. */
const byDay = (tally: UsageTally, first: number, next: number): Record<string, number> =>
  Object.fromEntries(tally.days(first, next).map(({ day, processed }) => [String(dayStart(day)), processed]))

/** The counts of `GET /v1/usage`. */
export function reportUsageV1(plan: Plan, tally: UsageTally, now: number): UsageReportV1 {
  const today = dayOf(now)
  const period = monthOf(now)
  const daily = tally.between(today, today + 1)
  const monthly = tally.between(period.first, period.next)
  return {
    billable: { daily: daily.processed, monthly: monthly.processed },
    billing_period: { start: dayStart(period.first), end: dayStart(period.next) },
    last_request: (tally.lastMs() / 1000).toFixed(3),
    limits: { concurrency: plan.concurrency, monthly: plan.monthly ?? UNLIMITED },
    total: { daily: daily.requests, monthly: monthly.requests },
  }
}

/** The values of v1's headers. */
export function monthlyState(plan: Plan, tally: UsageTally, now: number): MonthlyState {
  const { first, next } = monthOf(now)
  const resetSeconds = dayStart(next)
  if (plan.monthly === null) return { limit: UNLIMITED, remaining: UNLIMITED, resetSeconds }
  const remaining = Math.max(0, plan.monthly - tally.between(first, next).processed)
  return { limit: plan.monthly, remaining, resetSeconds }
}
