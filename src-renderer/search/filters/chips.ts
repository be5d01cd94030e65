import { dateAt } from '../../../src-main/contract/library/search/bare-dates.ts'
import type { SearchNode } from '../../../src-main/contract/library/search/nodes.ts'
import { print } from '../../../src-main/contract/library/search/print.ts'
import { describeTerm, type TermNames, type TermWords } from './term-words.ts'

/** Terms of a search that are shown and removed as one: `place` is that of the first of them, `count` their number. */
export type Chip = TermWords & { written: string; place: number; count: number }

/** The chips of a search. Words that form a date, such as `june 2024`, are one chip; every other term is its own. */
export function chipsOf(terms: readonly SearchNode[], names: TermNames): Chip[] {
  const chips: Chip[] = []
  for (let place = 0; place < terms.length; place += chips.at(-1)?.count ?? 1) {
    const count = dateAt(terms, place)?.words.length ?? 1
    const written = print(terms.slice(place, place + count))
    const words = count > 1 ? { label: written } : describeTerm(terms[place]!, names)
    chips.push({ ...words, written, place, count })
  }
  return chips
}
