/** The calendar month (UTC) of a time in milliseconds since 1970, such as `2026-11`. Budgets are counted by it. */
export const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)

/** The end of this time's month, in milliseconds since 1970. */
export function endOfMonth(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
