import type { FastifyReply } from 'fastify'
import type { Account } from '../ports/ports.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/**
 * What v1 says of the plan with each answer; a later call replaces what an earlier one said. Set on Node's own answer,
 * which keeps the documented spelling: Fastify writes names in small letters, which some clients take for others.
 */
export async function setMonthlyHeaders(
  reply: FastifyReply,
  account: Account,
  { usage }: Pick<RouteDependencies, 'usage'>,
): Promise<void> {
  const { limit, remaining, resetSeconds } = await usage.monthly(account)
  reply.raw
    .setHeader('Monthly-Limit', String(limit))
    .setHeader('Monthly-Limit-Remaining', String(remaining))
    .setHeader('Monthly-Limit-Reset', String(resetSeconds))
}
