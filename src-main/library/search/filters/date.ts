import { type DateMeaning, readDate } from '../../../contract/library/search/dates.ts'
import type { YearlyDays } from '../../../contract/library/search/days.ts'
import { type Holiday, holidayIn } from '../../../contract/library/search/holidays.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Bits } from '../columns/bits.ts'
import { numberColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { CountedValue, Filter } from './filter.ts'
import { countNumbers, inOrder, keepRange, withKept } from './numbers.ts'

const DAY_MS = 86_400_000
/** No date known. */
export const NO_DAY = -(2 ** 31)

/** Days since 1970 of the wall-clock date the photo was taken, or NO_DAY. */
export const takenDay = numberColumn('p.taken_ms', Int32Array, (ms) => (ms === null ? NO_DAY : Math.floor(ms / DAY_MS)))

const isUndated = (day: number) => day === NO_DAY

/** Day number of a date written YYYY-MM-DD. */
const dayOf = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
/** From Monday, 1, on; 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1
const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear()

/** Photos taken on the days that a text means; never one without a date. */
export function takenOn(index: PhotoIndex, meanings: readonly DateMeaning[]): Bits {
  const tests = meanings.map(toTest)
  const days = index.values(takenDay)
  return withKept(index, days, (day) => day !== NO_DAY && tests.some((isMeant) => isMeant(day)))
}

function toTest(meaning: DateMeaning): (day: number) => boolean {
  if ('from' in meaning) {
    const from = meaning.from === null ? -Infinity : dayOf(meaning.from)
    const to = meaning.to === null ? Infinity : dayOf(meaning.to)
    return (day) => day >= from && day <= to
  }
  if ('weekdays' in meaning) return (day) => meaning.weekdays.includes(weekdayOf(day))
  return onceADay('holiday' in meaning ? duringHoliday(meaning.holiday, meaning.year) : everyYear(meaning))
}

/** A library has many photos of few days, each of which is tested once. */
function onceADay(isMeant: (day: number) => boolean): (day: number) => boolean {
  const known = new Map<number, boolean>()
  return (day) => {
    const answer = known.get(day) ?? isMeant(day)
    known.set(day, answer)
    return answer
  }
}

const everyYear =
  ({ months, day: wanted }: YearlyDays) =>
  (day: number): boolean => {
    const date = new Date(day * DAY_MS)
    return months.includes(date.getUTCMonth() + 1) && (wanted === null || date.getUTCDate() === wanted)
  }

/** Days around the turn of a year may be of the year before or of the one after. */
const duringHoliday = (holiday: Holiday, year?: number) => (day: number) => {
  const years = year === undefined ? [-1, 0, 1].map((later) => yearOf(day) + later) : [year]
  return years.flatMap((each) => holidayIn(holiday, each)).some((range) => toTest(range)(day))
}

const countYears = (index: PhotoIndex, photos: Bits) => yearsOf(countNumbers(index.values(takenDay), photos))

function yearsOf(days: ReadonlyMap<number, number>): { value: number; count: number }[] {
  const years = new Map<number, number>()
  for (const [day, count] of days) if (day !== NO_DAY) years.set(yearOf(day), (years.get(yearOf(day)) ?? 0) + count)
  return inOrder(years).toReversed()
}

const asValue = ({ value, count }: { value: number; count: number }): CountedValue => ({
  value: String(value),
  label: String(value),
  count,
})

/** The day a photo was taken: one without a date is in no range of dates. */
export const date = {
  fields: ['takenFrom', 'takenTo'],
  columns: [takenDay],
  terms: [
    {
      field: searchFields.date,
      find: ({ comparison, values }, { index, today }) => {
        const meanings = values.map((value) => readDate(value, comparison, today))
        return takenOn(
          index,
          meanings.filter((each) => each !== null),
        )
      },
      values: (photos, { index }) => countYears(index, photos).map(asValue),
    },
  ],
  keep: (photos, { takenFrom, takenTo }, { index }) => {
    const from = takenFrom === undefined ? NO_DAY + 1 : dayOf(takenFrom)
    const to = takenTo === undefined ? undefined : dayOf(takenTo)
    keepRange(photos, index.values(takenDay), from, to)
  },
  facet: (photos, { index }) => ({
    years: countYears(index, photos).map(({ value, count }) => ({ year: value, count })),
  }),
} satisfies Filter

/** Photos without a date; a separate filter, since no range of dates includes them. */
export const undated = {
  fields: [],
  columns: [takenDay],
  states: { undated: ({ index }) => withKept(index, index.values(takenDay), isUndated) },
  facet: (photos, { index }) => ({ undated: countNumbers(index.values(takenDay), photos).get(NO_DAY) ?? 0 }),
} satisfies Filter
