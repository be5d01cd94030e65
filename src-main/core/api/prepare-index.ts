import { PhotoFilter, PhotoSort } from '../../contract/library/query.ts'
import type { Catalog } from '../catalog/catalog.ts'

type Asked = { filter?: object; sort?: unknown }

/** Calls that count what photos have, or complete it. */
const counting: readonly string[] = ['search.facets', 'search.complete', 'search.suggest']

/**
 * Loads what a call reads of the search index, with breaks in which other calls are answered: the search itself is
 * synchronous, and would read it in one go. The input is not checked yet.
 */
export async function prepareIndex(
  { catalog }: { catalog: { search: Pick<Catalog['search'], 'prepare'> } },
  call: string,
  input: unknown,
): Promise<void> {
  const { filter, sort } = (typeof input === 'object' && input !== null ? input : {}) as Asked
  const isFiltered = typeof filter === 'object' && filter !== null && Object.keys(filter).length > 0
  const by = PhotoSort.safeParse(sort).data?.by
  await catalog.search.prepare({
    rest: isFiltered || counting.includes(call) || call.startsWith('keywords.'),
    order: by === 'match' || by === 'album' ? 'takenAt' : by,
  })
}

/**
 * Finds what takes long in the filter of a call, with breaks in which other calls are answered: for the search itself
 * it is then at hand. A filter that is not right is told of by the call.
 */
export async function prepareFilter(
  { catalog }: { catalog: { search: Pick<Catalog['search'], 'prepareFilter'> } },
  input: unknown,
): Promise<void> {
  const { filter } = (typeof input === 'object' && input !== null ? input : {}) as Asked
  const checked = PhotoFilter.safeParse(filter)
  if (checked.success) await catalog.search.prepareFilter(checked.data)
}
