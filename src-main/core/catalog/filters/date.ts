import { numberColumn } from '../columns/column.ts'
import type { Filter } from './filter.ts'
import { countNumbers, keepRange, sortCounts } from './numbers.ts'

const DAY_MS = 86_400_000
/** No date known. */
const NO_DAY = -(2 ** 31)

/** Days since 1970 of the wall-clock date the photo was taken, or NO_DAY. */
const takenDay = numberColumn('p.taken_ms', Int32Array, (ms) => (ms === null ? NO_DAY : Math.floor(ms / DAY_MS)))

/** Day number of a date written YYYY-MM-DD. */
const dayOf = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear()

/** The day a photo was taken: one without a date is in no range of dates. */
export const date = {
  fields: ['takenFrom', 'takenTo'],
  columns: [takenDay],
  keep: (photos, { takenFrom, takenTo }, { index }) => {
    const from = takenFrom === undefined ? NO_DAY + 1 : dayOf(takenFrom)
    const to = takenTo === undefined ? undefined : dayOf(takenTo)
    keepRange(photos, index.values(takenDay), from, to)
  },
  facet: (photos, { index }) => {
    const years = new Map<number, number>()
    for (const [day, count] of countNumbers(index.values(takenDay), photos))
      if (day !== NO_DAY) years.set(yearOf(day), (years.get(yearOf(day)) ?? 0) + count)
    return { years: sortCounts(years).map(({ value, count }) => ({ year: value, count })) }
  },
} satisfies Filter
