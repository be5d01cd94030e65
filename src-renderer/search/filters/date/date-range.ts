import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'

/** Days written as `YYYY-MM-DD`, both included. */
export type DateRange = Pick<PhotoFilter, 'takenFrom' | 'takenTo'>

const yearRange = (year: number): DateRange => ({ takenFrom: `${year}-01-01`, takenTo: `${year}-12-31` })

/** True where the range is this calendar year exactly. */
export function isYear({ takenFrom, takenTo }: DateRange, year: number): boolean {
  const whole = yearRange(year)
  return takenFrom === whole.takenFrom && takenTo === whole.takenTo
}

/** The range after a click on a year: that year, or none where it was chosen before. */
export function toggleYear(range: DateRange, year: number): DateRange {
  return isYear(range, year) ? { takenFrom: undefined, takenTo: undefined } : yearRange(year)
}

/** A range in words: `2024`, `2024-05-01 to 2024-06-30`, `Since 2024-05-01`, `Until 2024-06-30`. */
export function describeDates(from: string | undefined, to: string | undefined): string {
  if (!from || !to) return from ? `Since ${from}` : `Until ${to}`
  const year = Number(from.slice(0, 4))
  return isYear({ takenFrom: from, takenTo: to }, year) ? from.slice(0, 4) : `${from} to ${to}`
}
