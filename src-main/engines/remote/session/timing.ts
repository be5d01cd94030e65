/** Milliseconds. */
export type RemoteTiming = {
  /** Longest wait for one answer. */
  requestMs: number
  /** First pause before a request is tried again. */
  retryMs: number
  /** First and longest time that a service is left alone which does not answer. */
  firstBackOffMs: number
  longestBackOffMs: number
  /** How long after a 403 it is asked again, in case a quota began anew. */
  forbiddenMs: number
}

export const DEFAULT_TIMING: RemoteTiming = {
  requestMs: 60_000,
  retryMs: 1_000,
  firstBackOffMs: 2_000,
  longestBackOffMs: 900_000,
  forbiddenMs: 3_600_000,
}
