const DAY_MS = 86_400_000

/** Days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** Start of a day in seconds since 1970. */
export const dayStart = (day: number): number => (day * DAY_MS) / 1000

/** The UTC calendar month of a time: its first day and the first day of the next month, as days since 1970. */
export function monthOf(ms: number): { first: number; next: number } {
  const date = new Date(ms)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { first: dayOf(Date.UTC(year, month, 1)), next: dayOf(Date.UTC(year, month + 1, 1)) }
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A day as the interface writes it: `1 of Nov, 2026`. */
export function sayDay(day: number): string {
  const date = new Date(day * DAY_MS)
  return `${date.getUTCDate()} of ${monthNames.format(date)}, ${date.getUTCFullYear()}`
}

/** A day as people write it, `2026-03-01`. */
export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
