/** Milliseconds. */
export type RemoteTiming = {
  /** Maximum wait for one answer. */
  requestMs: number
  /** First pause before a request is tried again. */
  retryMs: number
  /** First and longest pause for a service that does not answer. */
  firstBackOffMs: number
  longestBackOffMs: number
  /** Pause after a 403 before the service is tried again, in case a new quota has started. */
  forbiddenMs: number
}

export const DEFAULT_TIMING: RemoteTiming = {
  requestMs: 60_000,
  retryMs: 1_000,
  firstBackOffMs: 2_000,
  longestBackOffMs: 900_000,
  forbiddenMs: 3_600_000,
}
