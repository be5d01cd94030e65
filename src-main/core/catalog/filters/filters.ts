import type { Facets, PhotoFilter } from '../../../contract/library/query.ts'
import type { Bits } from '../columns/bits.ts'
import type { Together } from '../context/together.ts'
import { categories } from './categories.ts'
import { color } from './color.ts'
import { date } from './date.ts'
import { faces } from './faces.ts'
import type { Filter, FilterContext, FilterSource } from './filter.ts'
import { folder } from './folder.ts'
import { label } from './label.ts'
import { pick } from './pick.ts'
import { rating } from './rating.ts'
import { sensitivity } from './sensitivity.ts'
import { status } from './status.ts'
import { tags } from './tags.ts'
import { createTextFilter } from './text.ts'

/** Every filter in the order in which they are applied: cheap ones come first and leave less to the others. */
export const createAllFilters = (context: FilterContext) =>
  [
    date,
    rating,
    pick,
    label,
    faces,
    status,
    sensitivity,
    folder,
    tags,
    categories,
    createTextFilter(context),
    color,
  ] as const satisfies readonly Filter[]

/** Photos that pass every filter that the query uses. */
export function applyFilters(filters: readonly Filter[], filter: PhotoFilter, source: FilterSource): Bits {
  const photos = source.index.live.slice()
  for (const each of filters)
    if (each.fields.some((field) => filter[field] !== undefined)) each.keep(photos, filter, source)
  return photos
}

type FacetOf<Each> = Each extends { facet(...args: never[]): infer Facet } ? Facet : never
/** What the filters above count. A part of `Facets` that no filter counts does not compile. */
type FilterFacets = Together<FacetOf<ReturnType<typeof createAllFilters>[number]>>

/** What every filter counts over a set of photos. */
export const countFacets = (filters: readonly Filter[], photos: Bits, source: FilterSource): FilterFacets =>
  Object.assign({}, ...filters.map((each): Partial<Facets> => each.facet?.(photos, source) ?? {})) as FilterFacets
