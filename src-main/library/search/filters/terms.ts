import { fieldFinder, searchFields } from '../../../contract/library/search/fields.ts'
import { leavesOf, type SearchNode } from '../../../contract/library/search/nodes.ts'
import type { Filter, SearchTerm, SearchTerms } from './filter.ts'

/** The search language as the filters declare it. Throws if two of them declare the same field. */
export function gatherTerms(filters: readonly Filter[]): SearchTerms {
  const terms = inOrder(filters.flatMap((filter) => filter.terms ?? []))
  const byField = new Map(terms.map((term) => [term.field.name, term]))
  if (byField.size < terms.length) throw new Error('Two filters declare the same field of the search language.')
  return {
    findField: fieldFinder(terms.map(({ field }) => field)),
    byField,
    states: Object.assign({}, ...filters.map(({ states }) => states ?? {})) as SearchTerms['states'],
  }
}

/** In the order in which fields are suggested. */
function inOrder(terms: readonly SearchTerm[]): SearchTerm[] {
  const offered = Object.keys(searchFields)
  const placeOf = ({ field }: SearchTerm) => offered.indexOf(field.name) + 1 || offered.length + 1
  return terms.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Whether a term of a search chooses a value of a filter, such as `rating>=3` for the rating and `is:failed` for the
 * status: another choice replaces it. `is:rated` stays beside `rating:0`, so that the search finds nothing.
 */
export function isOwnTerm({ terms = [], states = {} }: Filter, node: SearchNode): boolean {
  const isOwnState = (value: string) => terms.length === 0 && Object.hasOwn(states, value.toLowerCase())
  return leavesOf([node]).every((leaf) => {
    if (leaf.type !== 'field') return false
    return leaf.field === 'is' ? leaf.values.every(isOwnState) : terms.some(({ field }) => field.name === leaf.field)
  })
}
