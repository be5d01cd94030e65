import { addDays, type DateRange, type Day, makeDay, mondayOf } from './days.ts'

/**
 * Holidays that are more than one day of a month, by their names in the search language, with their days in a year.
 * New Year's Eve is of the year that ends, New Year of the one that begins; Easter is from Good Friday to Monday. Those
 * of other calendars have a day or more around them, since they begin in the evening and countries differ; there may be
 * two in a year.
 */
const daysOf = {
  christmas: (year) => [daysBetween(makeDay(year, 12, 24), makeDay(year, 12, 26))],
  'orthodox christmas': (year) => [daysBetween(makeDay(year, 1, 6), makeDay(year, 1, 7))],
  "new year's eve": (year) => [daysBetween(makeDay(year, 12, 31), makeDay(year + 1, 1, 1))],
  'new year': (year) => [daysBetween(makeDay(year - 1, 12, 31), makeDay(year, 1, 1))],
  carnival: (year) => [around(westernEaster(year), -52, -47)],
  easter: (year) => [around(westernEaster(year), -2, 1)],
  'orthodox easter': (year) => [around(orthodoxEaster(year), -2, 1)],
  pentecost: (year) => [around(westernEaster(year), 48, 50)],
  'orthodox pentecost': (year) => [around(orthodoxEaster(year), 48, 50)],
  midsummer: (year) => [around(weekdayFrom(`${year}-06-19`, FRIDAY), 0, 2)],
  thanksgiving: (year) => [around(weekdayFrom(`${year}-11-22`, THURSDAY), 0, 3)],
  songkran: (year) => [daysBetween(makeDay(year, 4, 13), makeDay(year, 4, 15))],
  'lunar new year': (year) => daysOfMonth('chinese', year, '1', 1).map((day) => around(day, -1, 2)),
  'mid-autumn': (year) => daysOfMonth('chinese', year, '8', 15).map((day) => around(day, -1, 1)),
  diwali: (year) => newMoonsFrom(`${year}-10-18`).map((moon) => around(moon, -2, 0)),
  holi: (year) => newMoonsFrom(`${year}-02-13`).map((moon) => around(moon, 14, 16)),
  nowruz: (year) => daysOfMonth('persian', year, '1', 1).map((day) => around(day, 0, 12)),
  ramadan: (year) => daysOfMonth('islamic-umalqura', year, '9', 1).map((day) => around(day, 0, 28)),
  'eid al-fitr': (year) => daysOfMonth('islamic-umalqura', year, '10', 1).map((day) => around(day, -1, 3)),
  'eid al-adha': (year) => daysOfMonth('islamic-umalqura', year, '12', 10).map((day) => around(day, -1, 3)),
  hanukkah: (year) => daysOfMonth('hebrew', year, 'Kislev', 25).map((day) => around(day, -1, 7)),
  purim: (year) => purim(year).map((day) => around(day, -1, 0)),
  passover: (year) => daysOfMonth('hebrew', year, 'Nisan', 15).map((day) => around(day, -1, 7)),
  'rosh hashanah': (year) => daysOfMonth('hebrew', year, 'Tishri', 1).map((day) => around(day, -1, 1)),
  'yom kippur': (year) => daysOfMonth('hebrew', year, 'Tishri', 10).map((day) => around(day, -1, 0)),
  sukkot: (year) => daysOfMonth('hebrew', year, 'Tishri', 15).map((day) => around(day, -1, 8)),
} as const satisfies Record<string, (year: number) => readonly DateRange[]>

export type Holiday = keyof typeof daysOf

const holidays = Object.keys(daysOf) as Holiday[]

/** The days of a holiday in one year; of the year in which it begins, but for its eve. */
export const holidayIn = (holiday: Holiday, year: number): readonly DateRange[] => daysOf[holiday](year)

/** A holiday, and the year that may follow it; null for another text. `new-years-eve` needs no quotes. */
export function readHoliday(text: string): { holiday: Holiday; year: number | null } | null {
  const plain = (name: string) => name.replaceAll(/['’]/g, '').replaceAll('-', ' ')
  const [, name, year] = /^(.+?)(?: (\d{4}))?$/.exec(plain(text)) ?? []
  const holiday = holidays.find((each) => plain(each) === name)
  return holiday === undefined ? null : { holiday, year: year === undefined ? null : Number(year) }
}

const daysBetween = (from: Day | null, to: Day | null): DateRange => ({ from, to })
/** From some days after a day to some days after it. */
const around = (day: Day, from: number, to: number): DateRange => daysBetween(addDays(day, from), addDays(day, to))

const [THURSDAY, FRIDAY] = [4, 5]
/** The first such weekday from a day on. */
const weekdayFrom = (day: Day, weekday: number): Day => {
  const inWeek = addDays(mondayOf(day), weekday - 1)
  return inWeek < day ? addDays(inWeek, 7) : inWeek
}

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

type Calendar = 'chinese' | 'hebrew' | 'islamic-umalqura' | 'persian'
type MonthStart = { readonly month: string; readonly day: Day }

const DAYS_OF_YEAR = 366
/** No month is longer than this. */
const DAYS_OF_MONTH = 31
const startsOf = new Map<string, readonly MonthStart[]>()

/** Where the months of another calendar begin that have days in a year; months as `Intl` writes them in English. */
function monthStarts(calendar: Calendar, year: number): readonly MonthStart[] {
  const key = `${calendar} ${year}`
  const known = startsOf.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    month: calendar === 'hebrew' ? 'long' : 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const starts: MonthStart[] = []
  for (let at = -DAYS_OF_MONTH; at < DAYS_OF_YEAR; at++) {
    const day = addDays(`${year}-01-01`, at)
    const parts = format.formatToParts(Date.parse(day))
    const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    if (valueOf('day') === '1') starts.push({ month: valueOf('month'), day })
  }
  startsOf.set(key, starts)
  return starts
}

/** The days of a year that are one day of a month of another calendar. */
const daysOfMonth = (calendar: Calendar, year: number, month: string, day: number): Day[] =>
  monthStarts(calendar, year)
    .filter((start) => start.month === month)
    .map((start) => addDays(start.day, day - 1))
    .filter((each) => each.startsWith(`${year}-`))

/** In the second Adar, where a year has two. */
function purim(year: number): Day[] {
  const inSecond = daysOfMonth('hebrew', year, 'Adar II', 14)
  return inSecond.length > 0 ? inSecond : daysOfMonth('hebrew', year, 'Adar', 14)
}

/**
 * The first day of a Chinese month, which is that of a new moon, from a day on. Diwali is the day before the first one
 * from 18 October, Holi at the full moon after the first from 13 February; Indian calendars differ by a day at most.
 */
const newMoonsFrom = (from: Day): Day[] =>
  monthStarts('chinese', Number(from.slice(0, 4)))
    .map(({ day }) => day)
    .filter((day) => day >= from)
    .slice(0, 1)
