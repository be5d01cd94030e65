import { labelled, t } from '../locales/messages.ts'
import type { DayCount, NearnessCount } from '../../src-main/contract/library/query.ts'
import { perLocale } from '../locales/formats.ts'
import type { Grouping } from '../../src-main/contract/library/settings.ts'
import type { GridSection } from './segments.ts'

/** The key of the section of photos without a date. */
export const UNDATED = 'undated'

/**
 * The sections of a list sorted by date: days or months as preferred, and photos without a date in one of their own.
 * Photos that arrived since the days were counted belong to the last section.
 */
export function sectionsOf(days: readonly DayCount[], grouping: Grouping, total: number): GridSection[] {
  const sections: GridSection[] = []
  let first = 0
  for (const { day, count } of days) {
    const size = Math.min(count, total - first)
    if (size <= 0) break
    const key = keyOf(day, grouping)
    const last = sections.at(-1)
    if (last?.key === key) last.count += size
    else sections.push({ key, first, count: size })
    first += size
  }
  const last = sections.at(-1)
  if (last) last.count += total - first
  return sections
}

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
  return grouping === 'day' ? day : day.slice(0, 7)
}

const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const month = perLocale((locale) => {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
})

/** The title of a section: `Thursday, 14 March 2024`, `March 2024`, `No date`. */
export function titleOfSection(key: string): string {
  if (key === UNDATED) return t('grid.noDate')
  const date = new Date(`${key.length === 7 ? `${key}-01` : key}T00:00:00Z`)
  return (key.length === 7 ? month() : day()).format(date)
}
