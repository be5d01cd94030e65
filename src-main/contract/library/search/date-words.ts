import { addDays, addMonths, type DateRange, type Day, mondayOf, type YearlyDays } from './days.ts'

/** The months by their English names, as the search language writes them. */
export const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Every Monday and so on, as the search language writes them. */
export const weekdayNames = ['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays']

/** Numbers of the months, from 1, by their names and their first three letters. */
export const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.flatMap((name, place) => [[name, place + 1] as const, [name.slice(0, 3), place + 1] as const]),
  ['sept', 9],
])

/** The three months of each season. */
export const seasons: ReadonlyMap<string, readonly number[]> = new Map([
  ['spring', [3, 4, 5]],
  ['summer', [6, 7, 8]],
  ['autumn', [9, 10, 11]],
  ['fall', [9, 10, 11]],
  ['winter', [12, 1, 2]],
])

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

type Unit = 'day' | 'week' | 'month' | 'year'

/** Days relative to `today`: `yesterday`, `last 30 days`, `this week`, `3 months ago`, `on this day`. */
export function readRelative(text: string, today: Day): DateRange | YearlyDays | null {
  if (text === 'today') return { from: today, to: today }
  if (text === 'yesterday') return only(addDays(today, -1))
  if (/^(?:on )?this day$/.test(text)) return { months: [Number(today.slice(5, 7))], day: Number(today.slice(8, 10)) }
  return readUnit(text, today) ?? readLast(text, today) ?? readAgo(text, today)
}

/** `this week`, `last month`: whole units of the calendar; weeks begin on Monday. */
function readUnit(text: string, today: Day): DateRange | null {
  const [, which = '', unit] = /^(this|last|previous) (week|weekend|month|year)$/.exec(text) ?? []
  if (unit === undefined) return null
  const back = which === 'this' ? 0 : 1
  if (unit === 'week' || unit === 'weekend') {
    const monday = addDays(mondayOf(today), -7 * back)
    return { from: unit === 'week' ? monday : addDays(monday, 5), to: addDays(monday, 6) }
  }
  const first = unit === 'month' ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`
  const size = unit === 'month' ? 1 : 12
  const from = addMonths(first, -back * size)
  return { from, to: addDays(addMonths(from, size), -1) }
}

/** `last 30 days`, `past two weeks`: until today. */
function readLast(text: string, today: Day): DateRange | null {
  const [, count = '', unit] = /^(?:in )?(?:the )?(?:last|past) (\w+) (day|week|month|year)s?$/.exec(text) ?? []
  const number = toNumber(count)
  if (unit === undefined || number === null) return null
  return { from: addDays(back(today, number, unit as Unit), 1), to: today }
}

/** `3 days ago`: that day. `two weeks ago`: the same weekday. */
function readAgo(text: string, today: Day): DateRange | null {
  const [, count = '', unit] = /^(\w+) (day|week|month|year)s? ago$/.exec(text) ?? []
  const number = toNumber(count)
  return unit === undefined || number === null ? null : only(back(today, number, unit as Unit))
}

function back(today: Day, count: number, unit: Unit): Day {
  if (unit === 'day' || unit === 'week') return addDays(today, -count * (unit === 'week' ? 7 : 1))
  return addMonths(today, -count * (unit === 'year' ? 12 : 1))
}

function toNumber(text: string): number | null {
  const word = text === 'a' || text === 'an' ? 1 : numberWords.indexOf(text)
  const number = /^\d{1,4}$/.test(text) ? Number(text) : word
  return number < 1 ? null : number
}

const only = (day: Day): DateRange => ({ from: day, to: day })
