import type { DayCount } from '../../src-main/contract/library/query.ts'
import { lastNotAbove } from './segments.ts'

/** A day of a list sorted by date, or null for photos without a date, and its first photo. */
type PlacedDay = { day: string | null; first: number; count: number }
/** A year of such a list, `YYYY`, or null for photos without a date. */
type PlacedYear = { year: string | null; first: number; count: number }
/** A year along the track: where its part begins and how long it is, in CSS pixels. */
export type YearMark = PlacedYear & { top: number; height: number; isNamed: boolean }

/** The height of a year's name, in CSS pixels. */
export const NAME_HEIGHT = 14

/**
 * The track beside a list sorted by date. It is measured in photos, not in pixels of the list, so that it does not
 * change as pages load. The length of a year is proportional to its photos, but never less than its name. If the names
 * do not all fit, all years are equally long, and only those with room are named.
 */
export class DateTrack {
  readonly marks: readonly YearMark[]
  readonly height: number
  readonly #days: readonly PlacedDay[]
  readonly #total: number
  readonly #tops: Float64Array
  readonly #firsts: Int32Array

  /** `height` in CSS pixels. */
  constructor(days: readonly DayCount[], height: number) {
    this.height = height
    this.#days = placeDays(days)
    const years = yearsOf(this.#days)
    this.#total = years.reduce((sum, { count }) => sum + count, 0)
    const minHeight = Math.min(NAME_HEIGHT, height / Math.max(1, years.length))
    const shared = height - minHeight * years.length
    let top = 0
    const placed = years.map((year) => {
      const part = { ...year, top, height: minHeight + (shared * year.count) / this.#total }
      top += part.height
      return part
    })
    this.marks = withNames(placed)
    this.#tops = Float64Array.from([...placed.map((mark) => mark.top), height])
    this.#firsts = Int32Array.from([...placed.map(({ first }) => first), this.#total])
  }

  /** The place of a photo along the track, in CSS pixels; `index` may be the number of photos, which is the end. */
  placeOf(index: number): number {
    const mark = this.marks[lastNotAbove(this.#firsts, index)]
    return mark === undefined ? 0 : mark.top + (mark.height * (index - mark.first)) / mark.count
  }

  /** The photo at a place of the track, in CSS pixels. */
  indexAt(place: number): number {
    const mark = this.marks[lastNotAbove(this.#tops, place)]
    if (mark === undefined || mark.height === 0) return 0
    const within = Math.floor(((place - mark.top) / mark.height) * mark.count)
    return mark.first + Math.min(mark.count - 1, Math.max(0, within))
  }

  /** The year whose name, or tick, is at a place of the track, in CSS pixels. */
  markAt(place: number): YearMark | undefined {
    const mark = this.marks[lastNotAbove(this.#tops, place)]
    return mark !== undefined && place - mark.top < NAME_HEIGHT ? mark : undefined
  }

  /** The day of a photo; null if it has no date. */
  dayOf(index: number): string | null {
    let [low, high] = [0, this.#days.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#days[middle]!.first <= index) low = middle
      else high = middle - 1
    }
    return this.#days[low]?.day ?? null
  }

  /**
   * How densely photos lie in time, at even steps of the track: photos of a day, on a logarithmic scale from 0 to 1.
   * Photos without a date count as 0.
   */
  density(steps: number): number[] {
    const peaks = new Float64Array(steps)
    const stepOf = (index: number): number => Math.floor((this.placeOf(index) / Math.max(1, this.height)) * steps)
    for (const { day, first, count } of this.#days) {
      if (day === null) continue
      for (let step = stepOf(first); step <= Math.min(steps - 1, stepOf(first + count)); step += 1)
        peaks[step] = Math.max(peaks[step]!, Math.log1p(count))
    }
    const max = Math.max(...peaks, 1)
    return [...peaks].map((peak) => peak / max)
  }
}

function placeDays(days: readonly DayCount[]): PlacedDay[] {
  let next = 0
  return days.map(({ day, count }) => {
    const first = next
    next += count
    return { day, first, count }
  })
}

function yearsOf(days: readonly PlacedDay[]): PlacedYear[] {
  const years: PlacedYear[] = []
  for (const { day, first, count } of days) {
    const year = day?.slice(0, 4) ?? null
    const last = years.at(-1)
    if (last?.year === year) last.count += count
    else years.push({ year, first, count })
  }
  return years
}

/** Names years from the top if there is room, and photos without a date in any case. */
function withNames(marks: readonly Omit<YearMark, 'isNamed'>[]): YearMark[] {
  const undated = marks.at(-1)?.year === null ? marks.at(-1)!.top : Infinity
  let free = 0
  return marks.map((mark) => {
    // Sums of fractional pixels may be slightly too small.
    const hasRoom = mark.top + 0.01 >= free && mark.top + NAME_HEIGHT <= undated + 0.01
    const isNamed = mark.year === null || hasRoom
    if (isNamed) free = mark.top + NAME_HEIGHT
    return { ...mark, isNamed }
  })
}
