import { labelled, t } from '../locales/messages.ts'
import type { DayCount, NearnessCount } from '../../src-main/contract/library/query.ts'
import { perLocale } from '../locales/formats.ts'
import type { Grouping } from '../../src-main/contract/library/settings.ts'
import type { GridSection } from './segments.ts'

/** The key of the section of photos without a date. */
export const UNDATED = 'undated'

/**
 * The sections of a list sorted by date: days, months or years as preferred, and photos without a date in one of their
 * own, which is not called so while dates are still being read. Photos that arrived since the days were counted belong
 * to the last section.
 */
export function sectionsOf(
  days: readonly DayCount[],
  grouping: Grouping,
  total: number,
  isReading = false,
): GridSection[] {
  const sections: GridSection[] = []
  let first = 0
  for (const { day, count } of days) {
    const size = Math.min(count, total - first)
    if (size <= 0) break
    const key = keyOf(day, grouping)
    const last = sections.at(-1)
    if (last?.key === key) last.count += size
    else sections.push({ key, first, count: size, ...(key === UNDATED && isReading && reading) })
    first += size
  }
  const last = sections.at(-1)
  if (last) last.count += total - first
  return sections
}

const reading = labelled({ title: 'grid.readingDates' }, {})

const nearnessTitles: Readonly<Record<NearnessCount['nearness'], string>> = labelled({
  closest: 'search.closest',
  close: 'search.close',
  further: 'search.further',
})

/** The sections of a list sorted by a colour: one for each nearness with photos. */
export function sectionsByNearness(counts: readonly NearnessCount[], total: number): GridSection[] {
  const sections: GridSection[] = []
  let first = 0
  for (const { nearness, count } of counts) {
    const size = Math.min(count, total - first)
    if (size <= 0) break
    sections.push({ key: `near-${nearness}`, title: nearnessTitles[nearness], first, count: size })
    first += size
  }
  const last = sections.at(-1)
  if (last) last.count += total - first
  return sections
}

function keyOf(day: string | null, grouping: Grouping): string {
  if (day === null) return UNDATED
  if (grouping === 'none') return ''
  return day.slice(0, keyLengths[grouping])
}

/** `YYYY-MM-DD`, `YYYY-MM`, `YYYY`. */
const keyLengths = { day: 10, month: 7, year: 4 } as const

const utc = { timeZone: 'UTC' } as const
const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'full' }))
const month = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, month: 'long', year: 'numeric' }))
const year = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, year: 'numeric' }))
const shortDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'medium' }))
const shortMonth = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...utc, month: 'short', year: 'numeric' }))

/** The title of a section: `Thursday, 14 March 2024`, `March 2024`, `2024`, `No date`. */
export function titleOfSection(key: string): string {
  if (key === UNDATED) return t('grid.noDate')
  return write(key, { 10: day, 7: month, 4: year })
}

/** The same in short, for a section that shares its row: `14 Mar 2024`, `Mar 2024`, `2024`. */
export const shortTitleOfSection = (key: string): string => write(key, { 10: shortDay, 7: shortMonth, 4: year })

/** A date by the length of its key. */
function write(key: string, formats: Readonly<Record<4 | 7 | 10, () => Intl.DateTimeFormat>>): string {
  const date = new Date(`${key.padEnd(10, '-01')}T00:00:00Z`)
  return formats[key.length as 4 | 7 | 10]().format(date)
}
