import { setImmediate } from 'node:timers/promises'
import type { Facets, PhotoFilter } from '../../../contract/library/query.ts'
import type { Bits } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import type { Together } from '../../catalog/context/together.ts'
import { album } from './album.ts'
import { camera } from './camera.ts'
import { cameraSettings } from './camera-settings.ts'
import { categories } from './categories.ts'
import { change } from './change.ts'
import { color } from './color.ts'
import { crop } from './crop.ts'
import { date, undated } from './date.ts'
import { dimensions } from './dimensions.ts'
import { eyes } from './eyes.ts'
import { faces } from './faces.ts'
import { fileSize } from './file-size.ts'
import { fileType } from './file-type.ts'
import type { Filter, FilterSource, SearchTerm, SearchTerms } from './filter.ts'
import { fits, text } from './text.ts'
import { folder } from './folder.ts'
import { label } from './label.ts'
import { lens } from './lens.ts'
import { like } from './like.ts'
import { shows } from './shows.ts'
import { person } from './person.ts'
import { pick } from './pick.ts'
import { place } from './place.ts'
import { position } from './position.ts'
import { privacy } from './privacy.ts'
import { rating } from './rating.ts'
import { seenText } from './seen-text.ts'
import { sensitivity } from './sensitivity.ts'
import { state, stateOf } from './state.ts'
import { status } from './status.ts'
import { tags } from './tags.ts'
import { written } from './written.ts'
import { fieldFinder, searchFields } from '../../../contract/library/search/fields.ts'
import { leavesOf, type SearchNode } from '../../../contract/library/search/nodes.ts'

/** Every filter in order of application: cheap ones come first and leave less to the others. */
export const allFilters = [
  date,
  undated,
  rating,
  pick,
  label,
  faces,
  eyes,
  person,
  status,
  sensitivity,
  privacy,
  crop,
  folder,
  album,
  tags,
  categories,
  camera,
  lens,
  place,
  position,
  cameraSettings,
  dimensions,
  fileSize,
  fileType,
  written,
  seenText,
  state,
  text,
  change,
  color,
  like,
  shows,
  fits,
] as const satisfies readonly Filter[]

/** Photos of a set that pass every filter of the query; the set itself is changed. */
export function* applyFilters(
  filters: readonly Filter[],
  filter: PhotoFilter,
  source: FilterSource,
  photos: Bits,
): Slices<Bits> {
  for (const each of filters) {
    if (each.fields.every((field) => filter[field] === undefined)) continue
    const slices = each.keep?.(photos, filter, source)
    if (slices) yield* slices
    yield
  }
  return photos
}

/** The conditions of a query for costly filters, and the rest; null if it has only one of both. */
export function splitCostly(
  filters: readonly Filter[],
  filter: PhotoFilter,
): { costly: PhotoFilter; rest: PhotoFilter } | null {
  const asked = askedOf(filters, filter)
  const [costly, rest]: [PhotoFilter, PhotoFilter] = [{ ...filter }, { ...filter }]
  for (const each of asked) for (const field of each.fields) delete (each.isCostly === true ? rest : costly)[field]
  const kinds = new Set(asked.map(({ isCostly = false }) => isCostly))
  return kinds.size < 2 ? null : { costly, rest }
}

/** The conditions of a query for costly filters; null if it has none. */
export function costlyOf(filters: readonly Filter[], filter: PhotoFilter): PhotoFilter | null {
  const parts = splitCostly(filters, filter)
  if (parts !== null) return parts.costly
  return askedOf(filters, filter).some(({ isCostly = false }) => isCostly) ? filter : null
}

const askedOf = (filters: readonly Filter[], filter: PhotoFilter): Filter[] =>
  filters.filter(({ fields }) => fields.some((field) => filter[field] !== undefined))

type FacetOf<Each> = Each extends { facet(...args: never[]): infer Facet } ? Facet : never
/** The counts of the filters above. A part of `Facets` that no filter counts does not compile. */
type FilterFacets = Together<FacetOf<(typeof allFilters)[number]>>

/**
 * The counts of every filter: over the found photos or, if one of its values is enough, over those that the rest of the
 * query finds. `photosOf` finds them for a filter. There is a break for other work after each filter; photos that
 * change in the meantime may count as before or after.
 */
export async function countFacetsInSlices(
  filters: readonly Filter[],
  photosOf: (filter: Filter) => Bits,
  source: FilterSource,
): Promise<FilterFacets> {
  const facets: Partial<Facets> = {}
  for (const each of filters) {
    if (each.facet === undefined) continue
    Object.assign(facets, each.facet(photosOf(each), source))
    await setImmediate()
  }
  return facets as FilterFacets
}

/** The same without breaks. */
export const countFacets = (
  filters: readonly Filter[],
  photosOf: (filter: Filter) => Bits,
  source: FilterSource,
): FilterFacets =>
  Object.assign(
    {},
    ...filters.map((each): Partial<Facets> => each.facet?.(photosOf(each), source) ?? {}),
  ) as FilterFacets

// The search language that they declare

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
  const isOwnState = (value: string) => terms.length === 0 && Object.hasOwn(states, stateOf(value))
  return leavesOf([node]).every((leaf) => {
    if (leaf.type !== 'field') return false
    return leaf.field === 'is' ? leaf.values.every(isOwnState) : terms.some(({ field }) => field.name === leaf.field)
  })
}
