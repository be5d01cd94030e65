import type { FieldNode } from '../../../src-main/contract/library/search/nodes.ts'
import { field } from '../../../src-main/contract/library/search/nodes.ts'

/** Days written as `YYYY-MM-DD`, both included; an empty one is open. */
export type DayRange = { from: string; to: string }

const RANGE = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/

/** The days of a term that describes just such a range; otherwise both ends are open. */
export function readDayRange(term: FieldNode | null): DayRange {
  const [value = ''] = term?.values.length === 1 && term.comparison === ':' ? term.values : []
  const [, from = '', to = ''] = RANGE.exec(value) ?? []
  return { from, to }
}

/** The term that finds photos taken between two days; null if both ends are open. */
export const writeDayRange = ({ from, to }: DayRange): FieldNode | null =>
  from === '' && to === '' ? null : field('date', [`${from}..${to}`])
