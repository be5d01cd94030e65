import type { FastifyReply } from 'fastify'
import type { Account } from '../ports/ports.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/** What v1 says of the plan with each answer; a later call replaces what an earlier one said. */
export function setMonthlyHeaders(
  reply: FastifyReply,
  account: Account,
  { usage }: Pick<RouteDependencies, 'usage'>,
): void {
  const { limit, remaining, resetSeconds } = usage.monthly(account)
  reply
    .header('monthly-limit', String(limit))
    .header('monthly-limit-remaining', String(remaining))
    .header('monthly-limit-reset', String(resetSeconds))
}
