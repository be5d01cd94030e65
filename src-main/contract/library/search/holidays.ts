import { addDays, type DateRange, makeDay } from './days.ts'

/**
 * Holidays that are more than one day of a month, by their names in the search language, with their days in a year.
 * New Year's Eve is of the year that ends, New Year of the one that begins; Easter is from Good Friday to Monday.
 */
const daysOf = {
  christmas: (year) => [makeDay(year, 12, 24), makeDay(year, 12, 26)],
  'orthodox christmas': (year) => [makeDay(year, 1, 6), makeDay(year, 1, 7)],
  "new year's eve": (year) => [makeDay(year, 12, 31), makeDay(year + 1, 1, 1)],
  'new year': (year) => [makeDay(year - 1, 12, 31), makeDay(year, 1, 1)],
  easter: (year) => aroundSunday(westernEaster(year)),
  'orthodox easter': (year) => aroundSunday(orthodoxEaster(year)),
} as const satisfies Record<string, (year: number) => readonly [from: string | null, to: string | null]>

export type Holiday = keyof typeof daysOf

const holidays = Object.keys(daysOf) as Holiday[]

/** The days of a holiday in one year. */
export function holidayIn(holiday: Holiday, year: number): DateRange {
  const [from, to] = daysOf[holiday](year)
  return { from, to }
}

/** A holiday, and the year that may follow it; null for another text. `new-years-eve` needs no quotes. */
export function readHoliday(text: string): { holiday: Holiday; year: number | null } | null {
  const plain = (name: string) => name.replaceAll(/['’]/g, '').replaceAll('-', ' ')
  const [, name, year] = /^(.+?)(?: (\d{4}))?$/.exec(plain(text)) ?? []
  const holiday = holidays.find((each) => plain(each) === name)
  return holiday === undefined ? null : { holiday, year: year === undefined ? null : Number(year) }
}

const aroundSunday = (sunday: string): [string, string] => [addDays(sunday, -2), addDays(sunday, 1)]

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function westernEaster(year: number): string {
  const century = Math.floor(year / 100)
  const leap = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (leap + 19 * (year % 19) + 15) % 30
  const full = moon - (moon > 28 || (moon === 28 && year % 19 > 10) ? 1 : 0)
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7
  return addDays(`${year}-03-28`, full - weekday)
}

/** Easter Sunday of the Julian calendar (Meeus), as a day of the Gregorian one. */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const century = Math.floor(year / 100)
  return addDays(`${year}-03-22`, moon + weekday + century - Math.floor(century / 4) - 2)
}
