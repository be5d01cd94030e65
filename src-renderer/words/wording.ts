import { perLocale, writeNumber } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'

/** `1 photo`, `1,204 photos`. */
export const countPhotos = (count: number): string => t('words.photos', { count })

/** How many photos a list has and, if stacks are folded, how many of them it shows: `80 of 120 photos`. */
export const countShown = (shown: number, photos: number): string =>
  shown === photos ? countPhotos(photos) : t('app.stacksOf', { shown: writeNumber(shown), all: countPhotos(photos) })

const sizeUnits = ['words.bytes', 'words.kilobytes', 'words.megabytes', 'words.gigabytes'] as const
const oneDigit = perLocale((locale) => {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
})

/** Rounded, it is a thousand of the smaller unit, or a hundred with a digit too many. */
const [NEXT_UNIT, NO_DIGIT] = [999.5, 99.95]

/** Bytes in a suitable unit: `840 KB`, `12.4 MB`. */
export function writeBytes(bytes: number): string {
  let [size, step] = [bytes, 0]
  for (; size >= NEXT_UNIT && step < sizeUnits.length - 1; step += 1) size /= 1000
  const value = size >= NO_DIGIT || step === 0 ? writeNumber(Math.round(size)) : oneDigit().format(size)
  return t(sizeUnits[step]!, { value })
}

/** Whole seconds as `a few seconds`, `3 min`, `1 h 20 min`. */
export function writeDuration(seconds: number): string {
  if (seconds < 10) return t('words.fewSeconds')
  const rounded = Math.round(seconds / 5) * 5
  if (rounded < 60) return t('words.seconds', { value: writeNumber(rounded) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('words.minutes', { value: writeNumber(minutes) })
  return t('words.hoursMinutes', { hours: writeNumber(Math.floor(minutes / 60)), minutes: writeNumber(minutes % 60) })
}

const wallClockTime = perLocale((locale) => {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
})
const dateAlone = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** A wall-clock time as `14 Mar 2024, 09:31`; the camera's own time, not converted to a time zone. */
export function writeDate(wallClock: string): string {
  const date = new Date(`${wallClock.slice(0, 19)}Z`)
  return Number.isNaN(date.getTime()) ? wallClock : wallClockTime().format(date)
}

/** The date of a wall-clock time as `14 Mar 2024`. */
export function writeDateAlone(wallClock: string): string {
  return dateAlone().format(new Date(`${wallClock.slice(0, 10)}T00:00:00Z`))
}

const decimal = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/** A number with one decimal unless that is zero: `2.8`. */
export const writeDecimal = (value: number): string => decimal().format(value)

/** Seconds of exposure as photographers write them: `1/250 s`, `2.5 s`. */
export function writeExposure(seconds: number): string {
  if (seconds <= 0) return ''
  const value = seconds < 0.35 ? `1/${Math.round(1 / seconds)}` : decimal().format(seconds)
  return t('words.seconds', { value })
}

const moment = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
const localDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const clockTime = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const fullDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))

/** A moment in this machine's local time as `14 Mar 2024, 09:31`. */
export function writeMoment(ms: number): string {
  return moment().format(ms)
}

/** The local date of a moment as `14 Mar 2024`. */
export const writeLocalDay = (ms: number): string => localDay().format(ms)

/** The time of day of a moment, `09:31`. */
export function writeTime(ms: number): string {
  return clockTime().format(ms)
}

/** Whether two moments are on one day of this machine's calendar. */
export const isSameDay = (ms: number, otherMs: number): boolean =>
  new Date(ms).toDateString() === new Date(otherMs).toDateString()

/** The local day of a moment: `Today`, `Yesterday`, else `Thursday, 14 March 2024`. */
export function writeDay(ms: number, nowMs: number): string {
  if (isSameDay(ms, nowMs)) return t('words.today')
  const yesterday = new Date(nowMs)
  yesterday.setDate(yesterday.getDate() - 1)
  return isSameDay(ms, yesterday.getTime()) ? t('words.yesterday') : fullDay().format(ms)
}

/** `1 day`, `12 days`: complete days from one moment to a later one, at least one. */
export function countDays(fromMs: number, toMs: number): string {
  return t('words.days', { count: Math.max(1, Math.ceil((toMs - fromMs) / 86_400_000)) })
}

/** The length of a film: `1:05`, `1:02:09`. */
export function writeLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const inHour = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : `${minutes}`
  return `${inHour}:${String(seconds % 60).padStart(2, '0')}`
}
