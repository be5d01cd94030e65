const HOUR_MS = 3_600_000
/** Less than a day: a program that is started each morning does not start at the same minute. */
const MIN_AGE_MS = 20 * HOUR_MS

/**
 * Whether the daily backup is due: something changed since the newest one, and that is old enough. One from the future
 * is ignored. Times in milliseconds since 1970.
 */
export function isDue(newest: { at: string; mark: string } | undefined, mark: string, nowMs: number): boolean {
  if (newest === undefined) return true
  const ageMs = nowMs - Date.parse(newest.at)
  const isFresh = ageMs < MIN_AGE_MS && ageMs > -HOUR_MS
  return !isFresh && newest.mark !== mark
}
