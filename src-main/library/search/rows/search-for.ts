import type { ReadDescription } from '../../../contract/library/search/description.ts'
import type { SearchExplanation, Suggestion } from '../../../contract/library/search/explanation.ts'
import type { MapView, PhotoMap } from '../../../contract/library/map.ts'
import type {
  ChoiceProgress,
  DayCount,
  NearnessCount,
  Facets,
  PhotoFilter,
  PhotoSort,
  SectionPlaces,
  Stacks,
} from '../../../contract/library/query.ts'
import type { FoldedList } from './fold-stacks.ts'
import type { Needed } from './live-index.ts'
import type { LabelledCluster, PlaceInList, Search } from './search.ts'
import type { SuggestedTag } from './suggest-tags.ts'

/** What a question needs of the photos of a filter: themselves, in an order, or how many have each value. */
type Question = {
  filter?: PhotoFilter
  /** Absent if no order is needed. */
  sort?: PhotoSort
  /** Whether values are counted or completed. */
  counts?: boolean
}

/** The search for a question with everything loaded: every answer is immediate. */
type LoadedSearch = {
  /** All matching ids in order. */
  ids(): Uint32Array
  /** Some of them, and how many there are in all. */
  page(offset: number, limit: number): { total: number; ids: number[] }
  /** The same with stacks folded. */
  fold(stacks: Stacks): FoldedList
  /** The days in the order of its photos by date, those without one last; `stacks` folds them. */
  days(stacks?: Stacks): DayCount[]
  /** How near they are to the colour of the text, nearest first; empty if they are not ordered by one alone. */
  nearness(stacks?: Stacks): NearnessCount[]
  /** How many are picked, rejected and neither; with `stacks`, each stack counts once. */
  progress(stacks?: Stacks): ChoiceProgress
  /** The next photo of the list that is neither picked nor rejected; null if none is left. */
  nextOpen(place: PlaceInList): { id: number; index: number } | null
  /** Where photos were taken on some days (YYYY-MM-DD) or in some months (YYYY-MM). */
  places(sections: readonly string[]): SectionPlaces[]
  /** Photos on a part of the map, grouped; each group's photo by its id. */
  map(view: Omit<MapView, 'filter'>): Omit<PhotoMap, 'clusters'> & { clusters: LabelledCluster[] }
  /** How the text of the filter is understood. */
  explain(): SearchExplanation
  /** How many photos there are. */
  count(): number
  /** How many photos another filter finds; many can be counted without slowing other questions. */
  countOf(filter: PhotoFilter): number
  /** True while some photos are removed or concealed, so that no search finds them. */
  hasHidden(): boolean
}

/** The same for a question with `counts`. */
type LoadedCounts = LoadedSearch & {
  /** How many photos carry each value, counted with breaks for other work. */
  facets(): Promise<Facets>
  /** Tags of which the name, a level or a synonym begins with a text. */
  suggest(text: string, limit: number): SuggestedTag[]
  /** Values of a field that a text begins; with null the fields of the search language, and names of any. */
  complete(text: string, field: string | null, limit: number): Suggestion[]
  /** What plain words mean as a description of photos; null if nothing of them is understood. */
  read(text: string): ReadDescription | null
}

/**
 * Loads what a question reads, with breaks for other calls, and returns the search for it. Its answers follow the
 * catalogue: a later change counts. Throws `bad-params` for an unknown folder, here or later.
 */
export type SearchFor = {
  (question: Question & { counts: true }): Promise<LoadedCounts>
  (question?: Question): Promise<LoadedSearch>
}

/** The same without breaks: what is not loaded is read at once, which takes seconds in a large library. */
export type SearchAtOnce = Pick<
  Search,
  | 'run'
  | 'page'
  | 'fold'
  | 'facets'
  | 'facetsInSlices'
  | 'days'
  | 'nearness'
  | 'progress'
  | 'nextOpen'
  | 'places'
  | 'map'
  | 'suggest'
  | 'complete'
  | 'read'
  | 'explain'
  | 'countOf'
> & {
  /** How many photos a search for everything finds. */
  count(): number
  hasHidden(): boolean
  /** Loads what a question reads, with breaks for other work; `rest` is what counts and filters read. */
  prepare(needed?: Needed): Promise<void>
  /** Evaluates costly filters with breaks for other work; the index must be loaded. */
  prepareFilter(filter: PhotoFilter): Promise<void>
}

const usualSort: PhotoSort = { by: 'takenAt', order: 'desc' }

/** What loads a question and gives the search for it. */
export const searchOver =
  (search: SearchAtOnce): SearchFor =>
  async (question?: Question): Promise<LoadedCounts> => {
    const { filter = {}, sort, counts = false } = question ?? {}
    await search.prepare({ rest: counts || readsMore(filter), order: sort && orderOf(sort) })
    await search.prepareFilter(filter)
    const query = { filter, sort: sort ?? usualSort }
    return {
      ids: () => search.run(query),
      page: (offset, limit) => search.page(query, offset, limit),
      fold: (stacks) => search.fold(query, stacks),
      nearness: (stacks) => search.nearness(filter, stacks),
      progress: (stacks) => search.progress(filter, stacks),
      nextOpen: (place) => search.nextOpen(query, place),
      days: (stacks) => search.days(filter, query.sort.order, stacks),
      places: (sections) => search.places(filter, sections),
      map: (view) => search.map(filter, view),
      explain: () => search.explain(filter),
      count: () => search.countOf(filter),
      countOf: (other) => search.countOf(other),
      hasHidden: () => search.hasHidden(),
      facets: () => search.facetsInSlices(filter),
      suggest: (text, limit) => search.suggest(text, limit),
      complete: (text, field, limit) => search.complete(text, field, limit),
      read: (text) => search.read(text),
    }
  }

/** Whether a filter reads lists or texts; the status of a photo is among the numbers that are always loaded. */
const readsMore = (filter: PhotoFilter): boolean => Object.keys(filter).some((field) => field !== 'statuses')

/** Matches and albums have orders of their own, and the time taken beside them. */
const orderOf = ({ by }: PhotoSort) => (by === 'match' || by === 'album' ? 'takenAt' : by)
