import type { Plan } from '../ports/ports.ts'
import type { UsageReport } from '../ports/usage-report.ts'
import { dayOf, dayStart, monthOf } from './calendar.ts'
import type { UsageCounter } from './usage-counter.ts'

/** Stands for "without limit" where the interface wants a number: the largest that every client's integer holds. */
export const WITHOUT_LIMIT = 2_147_483_647

/**
 * The counts of `GET /v2/usage`. The week is the last seven UTC days, today included; the billing period is the UTC
 * calendar month.
 */
export function reportUsage(plan: Plan, counter: UsageCounter, underWay: number, now: number): UsageReport {
  const today = dayOf(now)
  const period = monthOf(now)
  const daily = counter.between(today, today + 1)
  const weekly = counter.between(today - 6, today + 1)
  const monthly = counter.between(period.first, period.next)
  const total = counter.total()
  return {
    billing_period_start: dayStart(period.first),
    billing_period_end: dayStart(period.next),
    concurrency: { max: plan.concurrency, now: underWay },
    daily: Object.fromEntries(
      counter.days(period.first, period.next).map(({ day, processed }) => [String(dayStart(day)), processed]),
    ),
    daily_processed: daily.processed,
    daily_requests: daily.requests,
    weekly: weekly.processed,
    weekly_processed: weekly.processed,
    weekly_requests: weekly.requests,
    monthly: monthly.processed,
    monthly_limit: plan.monthly ?? WITHOUT_LIMIT,
    monthly_processed: monthly.processed,
    monthly_requests: monthly.requests,
    total_processed: total.processed,
    total_requests: total.requests,
    last_usage: Math.floor(counter.lastMs() / 1000),
    rps_limit: plan.requestsPerSecond ?? WITHOUT_LIMIT,
  }
}

/** What v1 says in its headers; `resetSeconds` is the Unix time at which the month ends. */
export function monthlyState(
  plan: Plan,
  counter: UsageCounter,
  now: number,
): { limit: number; remaining: number; resetSeconds: number } {
  const { first, next } = monthOf(now)
  const limit = plan.monthly ?? WITHOUT_LIMIT
  return { limit, remaining: Math.max(0, limit - counter.between(first, next).processed), resetSeconds: dayStart(next) }
}
