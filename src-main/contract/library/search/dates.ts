import type { Comparison } from './nodes.ts'
import { addDays, type DateRange, type Day, lastOfMonth, makeDay, type YearlyDays } from './days.ts'
import { type Holiday, holidayIn, readHoliday } from './holidays.ts'
import { months, readRelative, seasons, weekdayNames } from './date-words.ts'

/** A day for those who need no more than what kind of date a text is. */
const SOME_DAY: Day = '2000-01-01'
const MIN_YEAR = 1800
const MAX_YEAR = 2200

/**
 * The days that a date means; those of a holiday are others every year, and some are twice in the one year that is
 * named. Weekdays are from Monday, 1, on.
 */
export type DateMeaning =
  | DateRange
  | YearlyDays
  | { readonly weekdays: readonly number[] }
  | { readonly holiday: Holiday; readonly year?: number }

/**
 * What a date means on the day `today`, in numbers or English words: `2024`, `2024-05`, `5 may 2024`, `summer 2023`,
 * `last 30 days`, `on this day`, `sundays`, `easter 2024`, `2020..2022`, `may to june 2024`. Null if it is not a date.
 * Seasons are whole months of the northern hemisphere; the winter of a year ends in the next one.
 */
export function readDate(text: string, comparison: Comparison = ':', today: Day = SOME_DAY): DateMeaning | null {
  const plain = text.toLowerCase().replaceAll(',', ' ').trim().replaceAll(/\s+/g, ' ')
  const meaning = readSpan(plain, today) ?? readOne(plain, today)
  if (meaning === null || comparison === ':' || comparison === '=') return meaning
  return 'from' in meaning ? compare(meaning, comparison) : null
}

/** Whether a text is a date on any day: `2023 to today` is none before that year, `today to 2030` none after it. */
export const isDate = (text: string, comparison: Comparison = ':'): boolean =>
  [MIN_YEAR, MAX_YEAR].some((year) => readDate(text, comparison, `${year}-01-01`) !== null)

/**
 * The same for words in a search without a field, where most words are names: only a year, a month with its year, or
 * days relative to today. A month alone is not enough. Holidays are names: of a tag, or in a caption.
 */
export function readBareDate(words: string, today: Day = SOME_DAY): DateRange | YearlyDays | null {
  const plain = words.toLowerCase()
  const hasYear = /(?:^|[\s.-])(?:1[89]|20)\d\d(?:$|s$|[\s.-])/.test(plain)
  if (readHoliday(plain) !== null || !(hasYear || readRelative(plain, today) !== null)) return null
  const meaning = readDate(plain, ':', today)
  return meaning !== null && ('from' in meaning || 'months' in meaning) ? meaning : null
}

function compare({ from, to }: DateRange, comparison: Comparison): DateRange | null {
  if (comparison === '>=') return from === null ? null : { from, to: null }
  if (comparison === '<=') return to === null ? null : { from: null, to }
  if (comparison === '>') return to === null ? null : { from: addDays(to, 1), to: null }
  return from === null ? null : { from: null, to: addDays(from, -1) }
}

/** `2020..2022`, `2020 to 2022`, `..2020`, `june to august 2023`; from the year before in `december to march 2023`. */
function readSpan(text: string, today: Day): DateRange | null {
  const [, first = '', second = ''] =
    /^(.*?)\s*(?:\.\.\.?|–)\s*(.*)$/.exec(text) ??
    /^(?:from )?(.+) (?:to|until|till) (.+)$/.exec(text) ??
    /^(\d{4})-(\d{4})$/.exec(text) ??
    []
  if (first === '' && second === '') return null
  const end = second === '' ? EVER : rangeIn(today)(second)
  if (end === null) return null
  const year = Number(end.from?.slice(0, 4))
  const starts = first === '' ? [EVER] : [first, `${first} ${year}`, `${first} ${year - 1}`].map(rangeIn(today))
  const start = starts.find((each) => each !== null && !(each.from !== null && end.to !== null && each.from > end.to))
  return start ? { from: start.from, to: end.to } : null
}

const EVER: DateRange = { from: null, to: null }

const rangeIn =
  (today: Day) =>
  (text: string): DateRange | null => {
    const meaning = readOne(text, today)
    return meaning !== null && 'from' in meaning ? meaning : null
  }

const readOne = (text: string, today: Day): DateMeaning | null =>
  readNumeric(text) ?? readRelative(text, today) ?? readNamed(text) ?? readWeekdays(text) ?? readFeast(text)

/** `sundays`, `weekends`. */
function readWeekdays(text: string): DateMeaning | null {
  if (text === 'weekends') return { weekdays: [6, 7] }
  const place = weekdayNames.indexOf(text)
  return place < 0 ? null : { weekdays: [place + 1] }
}

/** `christmas`, `christmas 2023`. */
function readFeast(text: string): DateMeaning | null {
  const found = readHoliday(text)
  if (found === null || (found.year !== null && toYear(String(found.year)) === null)) return null
  if (found.year === null) return { holiday: found.holiday }
  const [first, ...others] = holidayIn(found.holiday, found.year)
  return first !== undefined && others.length === 0 ? first : { holiday: found.holiday, year: found.year }
}

/** `2024`, `1990s`, `2024-05`, `2024-05-17`; also with `.` or `/`. */
function readNumeric(text: string): DateRange | null {
  const [, written = '', century, month, day] = /^(\d{4})(s)?(?:[-./](\d{1,2}))?(?:[-./](\d{1,2}))?$/.exec(text) ?? []
  const year = toYear(written)
  if (year === null) return null
  if (century !== undefined) return month === undefined ? wholeYears(year, year + 9) : null
  if (month === undefined) return wholeYears(year, year)
  return day === undefined ? wholeMonths(year, Number(month), Number(month)) : oneDay(year, Number(month), Number(day))
}

/** `june`, `june 2024`, `5 june`, `june 5 2024`, `summer 2023`. */
function readNamed(text: string): DateMeaning | null {
  const words = text
    .replaceAll('.', ' ')
    .split(/\s+/)
    .filter((each) => each !== '' && each !== 'of' && each !== 'the')
  const name = words.find((each) => months.has(each) || seasons.has(each))
  if (name === undefined) return null
  const rest = words.filter((each) => each !== name)
  if (rest.length !== words.length - 1 || rest.length > 2) return null
  const years = rest.map(toYear).filter((each) => each !== null)
  const days = rest.map(toDay).filter((each) => each !== null)
  if (years.length + days.length !== rest.length || years.length > 1 || days.length > 1) return null
  const season = seasons.get(name)
  if (season !== undefined) return days.length > 0 ? null : readSeason(season, years[0])
  return readMonth(months.get(name) ?? 0, days[0], years[0])
}

function readMonth(month: number, day: number | undefined, year: number | undefined): DateMeaning | null {
  if (year === undefined) return (day ?? 1) <= lastOfMonth(2000, month) ? { months: [month], day: day ?? null } : null
  return day === undefined ? wholeMonths(year, month, month) : oneDay(year, month, day)
}

function readSeason(season: readonly number[], year: number | undefined): DateMeaning | null {
  if (year === undefined) return { months: season, day: null }
  const [first = 1, , last = 12] = season
  const from = makeDay(year, first, 1)
  const lastYear = last < first ? year + 1 : year
  return { from, to: makeDay(lastYear, last, lastOfMonth(lastYear, last)) }
}

function toYear(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= MIN_YEAR && year <= MAX_YEAR ? year : null
}

function toDay(text: string): number | null {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  return day === undefined || Number(day) < 1 || Number(day) > 31 ? null : Number(day)
}

const wholeYears = (from: number, to: number): DateRange => ({ from: makeDay(from, 1, 1), to: makeDay(to, 12, 31) })

function wholeMonths(year: number, first: number, last: number): DateRange | null {
  const from = makeDay(year, first, 1)
  return from === null ? null : { from, to: makeDay(year, last, lastOfMonth(year, last)) }
}

function oneDay(year: number, month: number, day: number): DateRange | null {
  const only = makeDay(year, month, day)
  return only === null ? null : { from: only, to: only }
}
