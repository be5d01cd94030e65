import type { Account } from './ports.ts'
import type { UploadRow } from './upload-store.ts'
import type { UNLIMITED, UsageReport, UsageReportV1 } from './usage-report.ts'

/** The values of v1's headers; `resetSeconds` is the Unix time at which the month ends. */
export type MonthlyState = {
  limit: number | typeof UNLIMITED
  remaining: number | typeof UNLIMITED
  resetSeconds: number
}

/**
 * What a request names. Of an account's requests with the same `key`, only the analyses of the first that counted any
 * are counted within a day: a client that lost an answer asks again. The upload `uploadId` may be looked up together
 * with the admission.
 */
export type NamedByRequest = { key?: string | undefined; uploadId?: string | undefined }

/** An admitted request. `leave` must be called once, however the request ends. */
export type Admission = {
  /** The upload that the request names, if the store found it in the same query. */
  readonly upload?: UploadRow | undefined
  /** Reserves more analyses in the plan, if only the body says how many there are; rejects as `enter` does. */
  reserve(analyses: number): Promise<void>
  /**
   * Counts successful analyses; never more than were reserved. They are durable at the latest when `leave` resolves.
   */
  processed(count?: number): Promise<void>
  /** Returns unused reservations. Awaited before the answer is sent; a second call does nothing. */
  leave(): Promise<void>
}

/**
 * Counts the usage of accounts and enforces their plans, across all processes that serve them. The rules are the pure
 * functions of `accounts/limits.ts`; concurrent calls never exceed a limit together.
 */
export type Usage = {
  /**
   * Counts a request and admits it, reserving `analyses` in the plan. Rejects with ServiceError 429 and `Retry-After`
   * (too many at once, or in a second) or 403 (a quota is used up). Active requests hold their share of the quota, so
   * that it is never exceeded. Refused requests are not counted.
   */
  enter(account: Account, analyses: number, named?: NamedByRequest): Promise<Admission>
  /**
   * Reserves analyses without a request, such as those of a batch; rejects with ServiceError 403 or 429 as `enter` does
   * for quotas. They do not count as requests or toward the concurrency.
   */
  enterInBackground(account: Account, analyses: number): Promise<Admission>
  report(account: Account): Promise<UsageReport>
  reportV1(account: Account): Promise<UsageReportV1>
  monthly(account: Account): Promise<MonthlyState>
  /** Whether an account has active requests or background analyses, in any process. */
  isBusy(accountId: string): Promise<boolean>
  /** Removes what is stored about a removed account; does nothing while its requests are active. */
  forget(accountId: string): Promise<void>
}
