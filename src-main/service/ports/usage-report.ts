import { z } from 'zod'

const count = z.int()

/** The counts of `GET /v2/usage`, all integers; times in Unix seconds. */
export const UsageReport = z.object({
  billing_period_start: count,
  billing_period_end: count,
  concurrency: z.object({ max: count, now: count }),
  daily: z.record(z.string(), count),
  daily_processed: count,
  daily_requests: count,
  weekly: count,
  weekly_processed: count,
  weekly_requests: count,
  monthly: count,
  monthly_limit: count,
  monthly_processed: count,
  monthly_requests: count,
  total_processed: count,
  total_requests: count,
  last_usage: count,
  rps_limit: count,
})
export type UsageReport = z.infer<typeof UsageReport>
