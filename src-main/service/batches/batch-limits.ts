const HOUR_MS = 3_600_000

/** Pictures that one call hands in, and batches of an account that have not ended: 100,000 pictures at once. */
export const MAX_PICTURES = 5000
export const MAX_OPEN_BATCHES = 20
/** How long a batch and its results are kept after it has ended. */
export const KEPT_MS = 72 * HOUR_MS
/** Results that one page holds. */
export const MAX_PAGE = 500

/** Whoever claims a picture has so long for it; then another may take it. That of a node that was killed, sooner. */
export const LEASE_MS = 3 * 60_000
/** A picture that the service could not get to is tried so often, and has an error then. */
export const MAX_TRIES = 5
/** First pause before a picture is tried again; doubles. */
export const RETRY_MS = 5000
/** A picture for which requests under way hold what is left of the quota is looked at again so soon. */
export const HELD_WAIT_MS = 1000
/** A batch that waits for its account's quota looks again so often. */
export const QUOTA_WAIT_MS = 60_000
