import { z } from 'zod'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

const MINUTE = 60_000
const OFFSET = /^([+-])(\d{2}):(\d{2})$/

/** A time zone: a name of the IANA database such as `Europe/Vienna`, or a fixed offset from UTC such as `+02:00`. */
export const TimeZone = z
  .string()
  .max(100)
  .refine(isZone, issueWith(say('inputs.zone')))

/** An offset from UTC in the form that cameras write. */
export const ZoneOffset = z
  .string()
  .refine((text) => /^[+-](0\d|1[0-4]):[0-5]\d$/.test(text), issueWith(say('inputs.offset')))

export function isZone(zone: string): boolean {
  if (OFFSET.test(zone)) return ZoneOffset.safeParse(zone).success
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const numbers = { hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    ...numbers,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** How many minutes a zone is ahead of UTC at a moment in milliseconds since 1970. */
export function offsetAt(zone: string, momentMs: number): number {
  const fixed = OFFSET.exec(zone)
  if (fixed !== null) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  const parts = new Map(
    formatOf(zone)
      .formatToParts(momentMs)
      .map(({ type, value }) => [type, value]),
  )
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year')
  const there = Date.UTC(year, number('month') - 1, number('day'), number('hour'), number('minute'), number('second'))
  return Math.round((there - Math.floor(momentMs / 1000) * 1000) / MINUTE)
}

/**
 * The moment at which clocks in a zone show a wall-clock time, both in milliseconds. A time that clocks skip is
 * computed with the offset before the change; of a time that occurs twice, the first is returned.
 */
export function momentOf(zone: string, wallMs: number): number {
  // The offsets before and after any change of the clocks near this time.
  const before = offsetAt(zone, wallMs - 26 * 60 * MINUTE)
  const after = offsetAt(zone, wallMs + 26 * 60 * MINUTE)
  const candidates = [before, after].map((offset) => wallMs - offset * MINUTE)
  return candidates.find((moment) => moment + offsetAt(zone, moment) * MINUTE === wallMs) ?? candidates[0]!
}

/** An offset in minutes in the form that cameras write: `+05:30`. */
export function writeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Names of all zones that this system knows. */
export const zoneNames = (): string[] => Intl.supportedValuesOf('timeZone')
