/** A day as `YYYY-MM-DD`. */
export type Day = string

/**
 * The days that a date means: either a range with both ends included, null for an open end; or days that recur every
 * year, in some months (from 1), on one day of the month or on all.
 */
export type DateRange = { readonly from: Day | null; readonly to: Day | null }
export type YearlyDays = { readonly months: readonly number[]; readonly day: number | null }

const DAY_MS = 86_400_000

/** The first day that can be written. */
const FIRST = Date.parse('0000-01-01')

export const dayOf = (date: Date): Day => new Date(Math.max(FIRST, date.getTime())).toISOString().slice(0, 10)

/** The day for a year, a month (from 1) and a day of the month; null if it does not exist. */
export function makeDay(year: number, month: number, day: number): Day | null {
  if (month < 1 || month > 12 || day < 1 || day > lastOfMonth(year, month)) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export const lastOfMonth = (year: number, month: number): number => utc(year, month + 1, 0).getUTCDate()

export const addDays = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * DAY_MS))

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = utc(year, month + months, 1)
  const [nextYear, nextMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return dayOf(utc(nextYear, nextMonth, Math.min(date, lastOfMonth(nextYear, nextMonth))))
}

/** The Monday of the week that contains a day. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))

/** Days beyond a month are of the next or the last one. `Date.UTC` maps years below 100 to the last century. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}
