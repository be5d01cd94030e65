import { say } from '../../contract/sentences/say.ts'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { EngineChoice, RemoteCredentials, RemoteTest } from '../../contract/library/remote.ts'
import { shakeHands } from './requests/handshake.ts'
import type { HttpAnswer } from './http/call.ts'
import { openConnection, type Connection } from './http/connection.ts'
import { readAnswer } from './http/read-answer.ts'
import { num, whole } from './requests/answers.ts'
import { RemoteError } from './http/remote-error.ts'

const REQUEST_MS = 15_000

/** Services write an unlimited plan in words, or as the largest number that typed clients read. */
const UNLIMITED = 2 ** 31 - 1
const monthlyLimit = z.union([
  z.literal('unlimited').transform(() => null),
  whole.transform((limit) => (limit >= UNLIMITED ? null : limit)),
])

const Usage = z
  .object({
    result: z.object({
      monthly_limit: monthlyLimit,
      monthly_processed: whole.nullish(),
      monthly: z.unknown().optional(),
      billing_period_end: z.unknown().optional(),
      concurrency: z.object({ max: whole }).nullish().catch(null),
    }),
  })
  .transform(({ result }) => ({
    monthlyLimit: result.monthly_limit,
    monthlyUsed: result.monthly_processed ?? usedOf(result.monthly),
    concurrency: result.concurrency?.max ?? null,
    periodEnd: timeOf(result.billing_period_end),
  }))

/**
 * Tests a service without paying for an analysis. Rejects with AppError `service-unreachable` or `service-refused` with
 * advice.
 */
export async function testService(choice: EngineChoice, credentials: RemoteCredentials): Promise<RemoteTest> {
  const connection = openConnection({ address: choice.address, credentials, requestMs: REQUEST_MS })
  try {
    const { apiVersion, categorizers } = await shakeHands(connection, choice.version)
    const { version, handshake } = apiVersion
    const usage = version === 'v2' ? await askUsage(connection) : readHeaders(await connection.send(handshake.call))
    return { version, usage, categorizers }
  } catch (error) {
    throw asAppError(RemoteError.of(error))
  } finally {
    await connection.close(true)
  }
}

function asAppError(error: RemoteError): AppError {
  if (error.kind === 'refused') return new AppError('service-refused', say('remote.testRefused'), { cause: error })
  const isAway = error.kind === 'unwell' || error.kind === 'busy'
  return new AppError(isAway ? 'service-unreachable' : 'service-refused', error.text, { cause: error })
}

/** Not every service reports it; that is no reason to fail a test. */
async function askUsage(connection: Connection): Promise<RemoteTest['usage']> {
  try {
    return readAnswer(await connection.send({ method: 'GET', path: '/v2/usage' }), Usage)
  } catch (error) {
    if (error instanceof RemoteError && error.kind !== 'refused') return null
    throw error
  }
}

/** What v1 reports in each answer's headers. */
function readHeaders({ headers }: HttpAnswer): RemoteTest['usage'] {
  const read = (name: string) => [headers[name]].flat()[0]
  const limit = monthlyLimit.safeParse(read('monthly-limit')).data
  const left = whole.safeParse(read('monthly-limit-remaining')).data
  if (limit === undefined || (limit !== null && left === undefined)) return null
  return {
    monthlyLimit: limit,
    // Without a limit, the remaining number does not say how many were used.
    monthlyUsed: limit === null || left === undefined ? null : Math.max(0, limit - left),
    concurrency: null,
    periodEnd: timeOf(read('monthly-limit-reset')),
  }
}

/** Analyses of a month as services write them: their number, or one for each day. */
function usedOf(month: unknown): number {
  const counts = z.union([whole.transform((count) => [count]), z.record(z.string(), whole).transform(Object.values)])
  return (counts.safeParse(month).data ?? []).reduce((sum: number, count: number) => sum + count, 0)
}

/** Milliseconds since 1970 of what services write: seconds, or a date; `1 of Nov, 2026` means UTC. */
function timeOf(value: unknown): number | null {
  const seconds = num.safeParse(value)
  if (seconds.success) return seconds.data > 0 ? Math.round(seconds.data * 1000) : null
  const text = typeof value === 'string' ? value : ''
  const date = Date.parse(text.replace(/^(\d+) of (\w+), (\d+)$/, '$1 $2 $3 UTC'))
  return Number.isFinite(date) ? date : null
}
