const HOUR_MS = 3_600_000

/** Maximum number of pictures per call and of open batches per account: 100,000 pictures at once. */
export const MAX_PICTURES = 5000
export const MAX_OPEN_BATCHES = 20
/** How long a batch and its results are kept after its end. */
export const KEPT_MS = 72 * HOUR_MS
/** Maximum number of results per page. */
export const MAX_PAGE = 500

/**
 * How long a claim of a picture is valid before another process may take it. If a node was killed, its claims end
 * sooner.
 */
export const LEASE_MS = 3 * 60_000
/** Maximum number of tries if the service cannot process a picture; then its result is an error. */
export const MAX_TRIES = 5
/** First pause before another try of a picture; doubles. */
export const RETRY_MS = 5000
/** Pause before another check of a picture while running requests hold the rest of the quota. */
export const HELD_WAIT_MS = 1000
/** Pause before another check of a batch that waits for its account's quota. */
export const QUOTA_WAIT_MS = 60_000
