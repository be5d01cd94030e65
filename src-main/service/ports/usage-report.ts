import { z } from 'zod'

const count = z.int()

/** v1's word for a plan without a limit. */
export const UNLIMITED = 'unlimited'
const WITHOUT_LIMIT = '2147483647 where the plan has no limit, since typed clients read an integer here.'

const day = z.string().describe('A day in UTC as text: "1 of Nov, 2026".')
/** Successful analyses of each day with any. */
const perDay = z
  .record(z.string().regex(/^\d+$/), count)
  .describe('Successful analyses by day: the Unix time in seconds at which the day begins in UTC.')

/** The counts of `GET /v2/usage`: all integers, except for days as text and maps by day. */
export const UsageReport = z.object({
  billing_period_start: day,
  billing_period_end: day,
  daily_for: day,
  concurrency: z.object({ max: count, now: count }),
  daily: perDay,
  daily_processed: count,
  daily_requests: count,
  weekly: perDay,
  weekly_processed: count,
  weekly_requests: count,
  monthly: perDay,
  monthly_limit: count.describe(WITHOUT_LIMIT),
  monthly_processed: count,
  monthly_requests: count,
  total_processed: count,
  total_requests: count,
  last_usage: count,
  rps_limit: count.describe(WITHOUT_LIMIT),
})
export type UsageReport = z.infer<typeof UsageReport>

/** The answer of `GET /v1/usage`: `billable` counts successful analyses, `total` all requests. */
export const UsageReportV1 = z.object({
  billable: z.object({ daily: count, monthly: count }),
  billing_period: z.object({ start: count, end: count }).describe('Unix times in seconds.'),
  last_request: z
    .string()
    .regex(/^\d+\.\d+$/)
    .describe('Unix time in seconds with its fraction; "0.000" before the first.'),
  limits: z.object({ concurrency: count, monthly: z.union([count, z.literal(UNLIMITED)]) }),
  total: z.object({ daily: count, monthly: count }),
})
export type UsageReportV1 = z.infer<typeof UsageReportV1>
