import type { DayCount } from '../../src-main/contract/library/query.ts'
import type { GridLayout } from './grid-layout.ts'
import { segmentOf } from './segments.ts'

/** A day of a list that is sorted by date, and the first of its photos. */
export type PlacedDay = { day: string | null; first: number; count: number }

/** The days of a list in its order, each with its first photo. */
export function placeDays(days: readonly DayCount[]): PlacedDay[] {
  let next = 0
  return days.map(({ day, count }) => {
    const first = next
    next += count
    return { day, first, count }
  })
}

/** Where the segments of a list begin: by what is loaded, or by an estimate. */
type Heights = Pick<GridLayout, 'segments' | 'tops' | 'height'>

/** How far down a photo begins, from 0 to 1; between the ends of a segment in equal steps. */
export function shareOf({ segments, tops, height }: Heights, index: number): number {
  const segment = segmentOf(segments, index)
  const [start = 0, end = 0] = [segments.starts[segment], segments.starts[segment + 1]]
  const [top = 0, bottom = 0] = [tops[segment], tops[segment + 1]]
  const within = end > start ? Math.min(1, (index - start) / (end - start)) : 0
  return Math.min(1, (top + within * (bottom - top)) / Math.max(1, height))
}

/**
 * How densely photos lie in time along a list that is sorted by date, in even steps of its height: photos of a day, on
 * a logarithmic scale from 0 to 1. Photos without a date count as none.
 */
export function densityOf(days: readonly PlacedDay[], layout: Heights, steps: number): number[] {
  const peaks = new Float64Array(steps)
  for (const { day, first, count } of days) {
    if (day === null) continue
    const [from, to] = [first, first + count].map((index) => Math.floor(shareOf(layout, index) * steps)) as [
      number,
      number,
    ]
    for (let step = from; step <= Math.min(steps - 1, to); step += 1)
      peaks[step] = Math.max(peaks[step]!, Math.log1p(count))
  }
  const most = Math.max(...peaks, 1)
  return [...peaks].map((peak) => peak / most)
}

/** The day of a photo. */
export function dayAt(days: readonly PlacedDay[], index: number): string | null {
  let [low, high] = [0, days.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (days[middle]!.first <= index) low = middle
    else high = middle - 1
  }
  return days[low]?.day ?? null
}

/** A year beside the list, and the first of its photos; `share` is how far down it stands, from 0 to 1. */
export type YearMark = { year: string; first: number; share: number }

/** The first photo of each year; years that would stand closer than `apart` are left out. */
export function yearMarks(days: readonly PlacedDay[], layout: Heights, apart: number): YearMark[] {
  const marks: YearMark[] = []
  let current = ''
  for (const { day, first } of days) {
    const year = day?.slice(0, 4) ?? ''
    if (year === '' || year === current) continue
    current = year
    const share = shareOf(layout, first)
    if (share - (marks.at(-1)?.share ?? -1) > apart) marks.push({ year, first, share })
  }
  return marks
}
