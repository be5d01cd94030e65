/** A time as a camera's clock showed it, `YYYY-MM-DDTHH:MM:SS`, and its UTC offset if the file has one. */
export type WallClock = { at: string; offset: string | null }

/** One or two digits, which some programs pad with a space. */
const digits = String.raw`\s?(\d{1,2})`
const time = String.raw`(\d{1,2})[:.]${digits}(?:[:.]${digits})?(?:[.,]\d+)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?`
const pattern = new RegExp(String.raw`^\s*(\d{4})[:\-/.]${digits}(?:[:\-/.]${digits}(?:[T\s]+${time})?)?`)
/** Longer than any date; a hostile file's longer text would take long to search. */
const MAX_LENGTH = 100
/** EXIF leaves unknown parts blank: `1952:  :     :  :  `. */
const yearAlone = /^\s*(\d{4})[:\-/.]\s+[:\-/.\s]*$/

const two = (value: number) => String(value).padStart(2, '0')

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `+0200`, `+02` and `Z` in their stored form: `+02:00`, `+00:00`. Null for anything else, and if no clock has it. */
export function parseOffset(text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (text.trim() === 'Z') return '+00:00'
  const match = /^\s*([+-])(0\d|1[0-4])(?::?([0-5]\d))?\s*$/.exec(text)
  return match === null ? null : `${match[1]}${match[2]}:${match[3] ?? '00'}`
}

/** A moment, in Unix milliseconds, as local time of this machine, with its offset: for times without a zone. */
export function clockAt(ms: number): { takenAt: string; offset: string } {
  const minutes = -new Date(ms).getTimezoneOffset()
  const distance = Math.abs(minutes)
  return {
    takenAt: new Date(ms + minutes * 60_000).toISOString().slice(0, 19),
    offset: `${minutes < 0 ? '-' : '+'}${two(Math.trunc(distance / 60))}:${two(Math.trunc(distance % 60))}`,
  }
}

/** The digits after the full second in a separate field. */
export function parseSubsec(text: unknown): string | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null
  return /^\s*(\d{1,9})\s*$/.exec(String(text))?.[1] ?? null
}

/** The digits after the full second of a time: of `2019-05-12T14:33:12.345+02:00`. */
export const subsecIn = (time: unknown): string | null =>
  typeof time === 'string' ? (/:\d{2}[.,](\d{1,9})/.exec(time.slice(0, MAX_LENGTH))?.[1] ?? null) : null

/**
 * Reads a date of EXIF (`2019:05:12 14:33:12`) or XMP (`2019-05-12T14:33:12+02:00`) without ever moving it to another
 * time zone. A partial date means the first day of the month or the year, and 24:00 the start of the next day (ISO
 * 8601). Null for an invalid date.
 */
export function parseWallClock(text: unknown): WallClock | null {
  const written = typeof text === 'string' ? text.slice(0, MAX_LENGTH) : ''
  const match = pattern.exec(written.replace(yearAlone, '$1-01'))
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? Number.NaN))
  const date = { year: year!, month: month!, day: Number.isNaN(day) ? 1 : day! }
  const clock = [hour, minute, second].map((part) => (Number.isNaN(part) ? 0 : part!))
  if (!isDay(date.year, date.month, date.day) || clock[0]! > 24 || clock[1]! > 59) return null
  const offset = parseOffset(match[7])
  if (clock[0] === 24) return clock[1] === 0 && clock[2] === 0 ? { at: dayAfter(date), offset } : null
  const at = `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}T${two(clock[0]!)}:${two(clock[1]!)}:${two(Math.min(clock[2]!, 59))}`
  return { at, offset }
}

const dayAfter = ({ year, month, day }: { year: number; month: number; day: number }): string =>
  new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 19)

/** As {@link parseWallClock}, and also a year alone, as in XMP. */
export const parsePartialDate = (text: unknown): WallClock | null =>
  parseWallClock(typeof text === 'string' ? text.slice(0, MAX_LENGTH).replace(/^\s*(\d{4})\s*$/, '$1-01') : text)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a date of mail, as in PNG (RFC 2822: `Sat, 3 Feb 2018 04:05:06 +0900`), or of C (`Sat Feb  3 04:05:06 2018`),
 * or of any kind that {@link parseWallClock} reads.
 */
export function parseWrittenDate(written: string): WallClock | null {
  const text = written.slice(0, MAX_LENGTH).trim()
  const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2})?)`
  const mail = new RegExp(
    String.raw`^(?:\w{3,9},?\s+)?(\d{1,2})[\s-](\w{3})\w*\.?[\s-](\d{4})(?:,?\s+${clock}\s*(\S*))?`,
  ).exec(text)
  const ofC = new RegExp(String.raw`^\w{3}\s+(\w{3})\s+(\d{1,2})\s+${clock}\s+(\d{4})`).exec(text)
  const [day, month, year, time, zone = ''] = mail?.slice(1) ?? (ofC ? [ofC[2], ofC[1], ofC[4], ofC[3]] : [])
  if (month === undefined) return parseWallClock(text)
  const offset = /^(GMT|UTC?|Z)$/i.test(zone) ? 'Z' : zone
  return parseWallClock(`${year}-${months.indexOf(month.toLowerCase()) + 1}-${day}T${time ?? '00:00'}${offset}`)
}
