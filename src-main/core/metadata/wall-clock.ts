/** A time as a camera's clock showed it, `YYYY-MM-DDTHH:MM:SS`, and its UTC offset where the file says one. */
export type WallClock = { at: string; offset: string | null }

const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?`
const pattern = new RegExp(String.raw`^\s*(\d{4})[:\-/.](\d{1,2})(?:[:\-/.](\d{1,2})(?:[T\s]+${time})?)?`)

const two = (value: number) => String(value).padStart(2, '0')

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `+0200` and `Z` as they are kept: `+02:00`, `+00:00`. Null for anything that is no offset. */
export function parseOffset(text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (text.trim() === 'Z') return '+00:00'
  const match = /^\s*([+-])(\d{2}):?(\d{2})\s*$/.exec(text)
  return match === null ? null : `${match[1]}${match[2]}:${match[3]}`
}

/**
 * A moment, in Unix milliseconds, as a clock of this machine's zone showed it, with its offset: for what names no zone.
 */
export function clockAt(ms: number): { takenAt: string; offset: string } {
  const minutes = -new Date(ms).getTimezoneOffset()
  const distance = Math.abs(minutes)
  return {
    takenAt: new Date(ms + minutes * 60_000).toISOString().slice(0, 19),
    offset: `${minutes < 0 ? '-' : '+'}${two(Math.trunc(distance / 60))}:${two(Math.trunc(distance % 60))}`,
  }
}

/** The digits after the full second: of `2019-05-12T14:33:12.345+02:00`, or of an EXIF field of its own. */
export function parseSubsec(text: unknown): string | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null
  const match = /^\s*(\d{1,9})\s*$|:\d{2}[.,](\d{1,9})/.exec(String(text))
  return match === null ? null : (match[1] ?? match[2] ?? null)
}

/**
 * Reads a date of EXIF (`2019:05:12 14:33:12`) or XMP (`2019-05-12T14:33:12+02:00`) without ever moving it to another
 * time zone. Null where it makes no sense.
 */
export function parseWallClock(text: unknown): WallClock | null {
  const match = typeof text === 'string' ? pattern.exec(text) : null
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? Number.NaN))
  const date = { year: year!, month: month!, day: Number.isNaN(day) ? 1 : day! }
  const clock = [hour, minute, second].map((part) => (Number.isNaN(part) ? 0 : part!))
  if (!isDay(date.year, date.month, date.day) || clock[0]! > 23 || clock[1]! > 59) return null
  const at = `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}T${two(clock[0]!)}:${two(clock[1]!)}:${two(Math.min(clock[2]!, 59))}`
  return { at, offset: parseOffset(match[7]) }
}
