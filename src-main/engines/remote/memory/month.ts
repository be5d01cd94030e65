/** The calendar month (UTC) of a time in milliseconds since 1970, such as `2026-11`: budgets are counted by it. */
export const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)

/** When the month of this time ends, in milliseconds since 1970. */
export function endOfMonth(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
