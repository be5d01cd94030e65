import { msOf } from '../../../contract/library/date-change.ts'

const MINUTE = 60_000

/**
 * Milliseconds of a wall-clock time such as `2024-05-01T10:20:30`, read as if it were UTC; null for an invalid time.
 */
export function wallClockMs(text: string | null): number | null {
  if (text === null) return null
  const ms = msOf(text)
  return Number.isNaN(ms) ? null : ms
}

/** The wall-clock time, on this machine, of a moment in milliseconds since 1970. */
export function toWallClockMs(momentMs: number): number {
  const whole = Math.round(momentMs)
  return whole - new Date(whole).getTimezoneOffset() * MINUTE
}
