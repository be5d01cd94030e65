/** `1 photo`, `1,204 photos`. */
export function countPhotos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`
}

/** Bytes in the unit a person expects: `840 KB`, `12.4 MB`. */
export function writeBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}

/** Whole seconds as `less than a minute`, `3 min`, `1 h 20 min`. */
export function writeDuration(seconds: number): string {
  if (seconds < 60) return seconds < 10 ? 'a few seconds' : `${Math.round(seconds / 5) * 5} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A wall-clock time as `14 Mar 2024, 09:31`; the camera's own time, moved to no zone. */
export function writeDate(wallClock: string): string {
  const date = new Date(`${wallClock.slice(0, 19)}Z`)
  if (Number.isNaN(date.getTime())) return wallClock
  return dateAndTime.format(date)
}

const dateAlone = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** The date of a wall-clock time as `14 Mar 2024`. */
export function writeDateAlone(wallClock: string): string {
  return dateAlone.format(new Date(`${wallClock.slice(0, 10)}T00:00:00Z`))
}

/** Seconds of exposure as photographers write them: `1/250 s`, `2.5 s`. */
export function writeExposure(seconds: number): string {
  if (seconds <= 0) return ''
  return seconds < 0.35 ? `1/${Math.round(1 / seconds)} s` : `${Number(seconds.toFixed(1))} s`
}

const clockTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment by this machine's clock as `14 Mar 2024, 09:31`. */
export function writeMoment(ms: number): string {
  return clockTime.format(ms)
}

/** The time of day of a moment, `09:31`. */
export function writeTime(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(ms)
}

/** The day of a moment: `Today`, `Yesterday`, else `Thursday, 14 March 2024`. */
export function writeDay(ms: number, nowMs: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })
  if (day.format(ms) === day.format(nowMs)) return 'Today'
  return day.format(ms) === day.format(nowMs - 86_400_000) ? 'Yesterday' : day.format(ms)
}

/** `1 day`, `12 days`: whole days from one moment to a later one, at least one. */
export function countDays(fromMs: number, toMs: number): string {
  const days = Math.max(1, Math.ceil((toMs - fromMs) / 86_400_000))
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
