import type { PhotoFilter } from '../../src-main/contract/library/query.ts'
import { filters } from './filters.ts'
import type { ChipText, FilterNames, SearchFilter } from './filters/filter.ts'

/** An active restriction: what it says, and the change to the query's filter that removes it. */
export type FilterChip = ChipText & { key: string; without: Partial<PhotoFilter> }

const englishNames: FilterNames = {
  folder: () => undefined,
  tag: (name) => name,
  category: (key) => key.split('/').at(-1) ?? key,
}

/** The active restrictions as removable chips. */
export function filterChips(filter: PhotoFilter, names: FilterNames = englishNames): FilterChip[] {
  return filters.flatMap((one) => chipsOf(one, filter, names))
}

/** How many restrictions hold that the window shows nowhere else. */
export function countHiddenRestrictions(filter: PhotoFilter): number {
  return filters
    .filter(({ isAlwaysVisible }) => !isAlwaysVisible)
    .reduce((sum, one) => sum + one.chips(filter, englishNames).length, 0)
}

function chipsOf(one: SearchFilter, filter: PhotoFilter, names: FilterNames): FilterChip[] {
  return one.chips(filter, names).map(({ value, without, ...text }) => ({
    ...text,
    key: value === undefined ? one.name : `${one.name}-${value}`,
    without: without ?? cleared(one.fields),
  }))
}

const cleared = (fields: SearchFilter['fields']): Partial<PhotoFilter> =>
  Object.fromEntries(fields.map((field) => [field, undefined]))
