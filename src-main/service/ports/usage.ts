import type { Account } from './ports.ts'
import type { UploadRow } from './upload-store.ts'
import type { UNLIMITED, UsageReport, UsageReportV1 } from './usage-report.ts'

/** What v1 says in its headers; `resetSeconds` is the Unix time at which the month ends. */
export type MonthlyState = {
  limit: number | typeof UNLIMITED
  remaining: number | typeof UNLIMITED
  resetSeconds: number
}

/**
 * What a request names. Of requests of an account under the same `key` the analyses of the first one that counted any are
 * counted, and no more within a day: whoever lost an answer asks again. The upload `uploadId` may be found with letting
 * the request in.
 */
export type NamedByRequest = { key?: string | undefined; uploadId?: string | undefined }

/** A request that was let in. `leave` must be called once, however the request ends. */
export type Admission = {
  /** The upload that the request names, where the store found it with the same look. */
  readonly upload?: UploadRow | undefined
  /** Makes room in the plan for more analyses, where only the body says how many there are; rejects as `enter` does. */
  reserve(analyses: number): Promise<void>
  /**
   * Counts analyses that went well; never more than were reserved. They are safe when `leave` has resolved, at the
   * latest.
   */
  processed(count?: number): Promise<void>
  /** Gives back what was reserved and not used. Awaited before the answer leaves; a second call does nothing. */
  leave(): Promise<void>
}

/**
 * Counts what accounts use and keeps them within their plans, over all processes that serve them. The rules are the
 * pure functions of `accounts/limits.ts`; no two calls pass a limit together.
 */
export type Usage = {
  /**
   * Counts a request and lets it in, with room for `analyses` in the plan; rejects with ServiceError 429 and
   * `Retry-After` (too many at once, or in a second) or 403 (a quota is used up). Requests under way hold their share of
   * the quota, so that it is never passed. What is refused is not counted.
   */
  enter(account: Account, analyses: number, named?: NamedByRequest): Promise<Admission>
  /**
   * Makes room for analyses that belong to no request, such as those of a batch; rejects with ServiceError 403 or 429
   * as `enter` does for quotas. They take no place of requests, and count as no request.
   */
  enterInBackground(account: Account, analyses: number): Promise<Admission>
  report(account: Account): Promise<UsageReport>
  reportV1(account: Account): Promise<UsageReportV1>
  monthly(account: Account): Promise<MonthlyState>
  /** Whether requests or analyses in the background of an account are under way, in any process. */
  isBusy(accountId: string): Promise<boolean>
  /** Drops what is kept of a removed account; nothing while requests of it are under way. */
  forget(accountId: string): Promise<void>
}
