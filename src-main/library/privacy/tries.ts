/** Consecutive wrong tries that cost nothing: typing errors happen. */
const FREE = 3
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 5 * 60_000

/**
 * Milliseconds after the last wrong try before another one is accepted: none for three, then 2 s, 4 s, … to 5 minutes.
 */
export function pauseAfter(failures: number): number {
  return failures < FREE ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FREE))
}

/** Milliseconds that a try must wait now, at most the whole pause even if the clock was set back. */
export function waitBefore(
  { failures, lastFailedMs }: { failures: number; lastFailedMs: number },
  now: number,
): number {
  const pause = pauseAfter(failures)
  return Math.min(pause, Math.max(0, lastFailedMs + pause - now))
}
