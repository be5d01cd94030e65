/** What the service says where a plan has no limit: the largest number that every client's integer holds. */
const UNLIMITED = 2 ** 31 - 1

export const hasLimit = (limit) => limit !== UNLIMITED

/** `1,234` */
export const whole = (count) => count.toLocaleString('en')

/** A limit of a plan. */
export const limitText = (limit) => (hasLimit(limit) ? whole(limit) : 'unlimited')

const DAY_SECONDS = 86_400
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day of the service, which counts in UTC, by the Unix time at which it begins: `22 Nov 2026`. */
export function dayText(seconds) {
  const day = new Date(seconds * 1000)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** The Unix time at which a day of v2 begins, `22 of Nov, 2026`; null for other texts. */
export function readDay(text) {
  const [, day, month, year] = /^(\d+) of (\w{3}), (\d+)$/.exec(text) ?? []
  return months.includes(month) ? Date.UTC(Number(year), months.indexOf(month), Number(day)) / 1000 : null
}

/** Each day from the first to the last, by the Unix times at which they begin. */
export const daysBetween = (first, last) =>
  Array.from({ length: Math.round((last - first) / DAY_SECONDS) + 1 }, (_, n) => first + n * DAY_SECONDS)

/** When something was done, where the reader lives; `never` for 0. */
export const timeText = (seconds) => (seconds > 0 ? new Date(seconds * 1000).toLocaleString() : 'never')
