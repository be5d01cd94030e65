import type { PhotoFilter } from '../../../contract/library/query.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import { print } from '../../../contract/library/search/print.ts'
import type { Filter, SearchTerms } from '../filters/filter.ts'
import { isOwnTerm } from '../filters/terms.ts'

/**
 * A query without what it asks of one filter: its fields, and the terms of its text that are about it alone. The same
 * query where it asks nothing of it.
 */
export function restOf(query: PhotoFilter, filter: Filter, { findField }: SearchTerms): PhotoFilter {
  const rest: PhotoFilter = { ...query }
  for (const field of filter.fields) delete rest[field]
  if (query.text === undefined || filter.fields.includes('text')) return rest
  const { terms } = parse(query.text, findField)
  const others = terms.filter((term) => !isOwnTerm(filter, term))
  return others.length === terms.length ? rest : { ...rest, text: print(others, findField) }
}
