import type { Plan } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import { dayOf, monthOf, writeDay } from './calendar.ts'

const soon = { 'Retry-After': '1' }
const analyses = (count: number) => `${count} ${count === 1 ? 'analysis' : 'analyses'}`

/** Throws ServiceError 429 if another request would exceed the plan's concurrency. */
export function checkConcurrency(plan: Plan, underWay: number): void {
  if (underWay >= plan.concurrency)
    throw new ServiceError(
      429,
      `Too many requests at once: the plan "${plan.title}" allows ${plan.concurrency}. Wait about a second and try again.`,
      soon,
    )
}

/** Throws ServiceError 429 if another request would exceed the plan's rate per second. */
export function checkRate(plan: Plan, withinLastSecond: number): void {
  if (plan.requestsPerSecond !== null && withinLastSecond >= plan.requestsPerSecond)
    throw new ServiceError(
      429,
      `Too many requests in a second: the plan "${plan.title}" allows ${plan.requestsPerSecond}. Wait about a second and try again.`,
      soon,
    )
}

export type QuotaUse = { wanted: number; reserved: number; daily: number; monthly: number }

/**
 * Throws ServiceError 403 if a quota has no room for the requested analyses, and 429 if it would have room should
 * running requests fail: those may still give back their share.
 */
export function checkQuotas(plan: Plan, use: QuotaUse, at: number): void {
  if (use.wanted === 0) return
  checkQuota(plan, { kind: 'monthly', limit: plan.monthly, used: use.monthly, reset: monthOf(at).next }, use)
  checkQuota(plan, { kind: 'daily', limit: plan.daily, used: use.daily, reset: dayOf(at) + 1 }, use)
}

type Quota = {
  kind: 'daily' | 'monthly'
  limit: number | null
  used: number
  /** The day of its reset. */ reset: number
}

function checkQuota(plan: Plan, { kind, limit, used, reset }: Quota, { wanted, reserved }: QuotaUse): void {
  if (limit === null || used + reserved + wanted <= limit) return
  const left = Math.max(0, limit - used)
  if (wanted <= left)
    throw new ServiceError(
      429,
      `Requests under way hold what is left of the ${kind} limit (${analyses(left)}). Wait about a second and try again.`,
      soon,
    )
  const state = left === 0 ? 'is used up' : `has ${analyses(left)} left and this request needs ${wanted}`
  throw new ServiceError(
    403,
    `The ${kind} limit of ${analyses(limit)} of the plan "${plan.title}" ${state}. It resets on ${writeDay(reset)} at 00:00 UTC.`,
  )
}
