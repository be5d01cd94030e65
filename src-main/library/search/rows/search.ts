import { peopleConcepts } from '../../../contract/analysis/people-concepts.ts'
import { type Day, dayOf } from '../../../contract/library/search/days.ts'
import type { MapView, PhotoMap } from '../../../contract/library/map.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import { field, leavesOf, type SearchNode, word } from '../../../contract/library/search/nodes.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import { mayShow, readSentence } from '../../../contract/library/search/sentence.ts'
import type { ReadDescription } from '../../../contract/library/search/read-description.ts'
import type { SearchExplanation, Suggestion } from '../../../contract/library/search/explanation.ts'
import type {
  ChoiceProgress,
  DayCount,
  NearnessCount,
  Facets,
  NamedCount,
  PhotoFilter,
  PhotoQuery,
  PhotoSort,
  SectionPlaces,
  Stacks,
} from '../../../contract/library/query.ts'
import type { Settings } from '../../../contract/library/settings.ts'
import { levelOf } from '../../catalog/codecs/entries.ts'
import { type Bits, countBits, forEachBit, hasBit, setBit } from '../columns/bits.ts'
import type { Concealment } from '../columns/concealment.ts'
import { atOnce, type Slices, withBreaks } from '../columns/slices.ts'
import { slotsOfAlbum } from '../filters/album.ts'
import {
  applyFilters,
  countFacets,
  countFacetsInSlices,
  costlyOf,
  splitCostly,
  gatherTerms,
  isOwnTerm,
} from '../filters/filters.ts'
import { findNode, WordSearch } from '../filters/text.ts'
import { explainText } from '../filters/explain.ts'
import type {
  CountedValue,
  Filter,
  FilterContext,
  FilterSource,
  LikenessFinder,
  SentenceFinder,
  SearchTerms,
} from '../filters/filter.ts'
import { countTags, keptWithoutPhotos } from '../filters/tags.ts'
import { PlaceWords, placeColumn } from '../filters/place.ts'
import { lexiconOfLibrary } from '../reading/library-lexicon.ts'
import { readDescription } from '../reading/read-description.ts'
import { placeLabels, readPlaces } from '../../places/rows/place-names.ts'
import { toWallClockMs } from '../../metadata/rows/wall-clock.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { LiveIndex, Needed } from './live-index.ts'
import type { LoadedIndex } from './loaded-index.ts'
import { countWithoutVerdict, onlyShown } from './photo-counts.ts'
import { countNearness, nearnessOf, rankMatches, type Ranks } from './rank-matches.ts'
import { suggestTags, type SuggestedTag, suggestOfAny, suggestOfField, type ValuesOf, valuesOfTerm } from './suggest.ts'
import { findClusters, type FoundCluster, type FoundMap } from './map-clusters.ts'
import { choiceProgress, findNextOpen } from './choice-progress.ts'
import { type FoldedList, foldedDays, foldedList } from './fold-stacks.ts'
import { countDays, idsInOrder } from './orders.ts'
import { LRUCache } from 'lru-cache'
import { print } from '../../../contract/library/search/print.ts'
import { takenDay } from '../filters/date.ts'
import { countryNames } from '../../places/rows/country-names.ts'

/** What a question needs of the photos of a filter: themselves, in an order, or how many have each value. */
export type Question = {
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
  explain(): Promise<SearchExplanation>
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
  read(text: string): Promise<ReadDescription | null>
}

/** A cluster with its place in words. */
type LabelledCluster = Omit<FoundCluster, 'place'> & { place: string }

type Dependencies = {
  context: FilterContext & Pick<Context, 'language' | 'now' | 'sensitiveFrom'>
  filters: readonly Filter[]
  liveIndex: LiveIndex
  settings(): Pick<Settings, 'minConfidence' | 'peopleWords' | 'sensitiveFrom' | 'language'>
}

/** The photos of a filter, and the version of the catalogue that they are true for. */
type Found = { version: number; photos: Bits }

/** Maximum number of filters with cached photos. */
const MAX_FOUND = 24
/** Maximum number of albums with a cached count. */
const MAX_COUNTED = 1000

/** A place in a list: after a photo, or if it is not in it, at an index. */
type PlaceInList = { stacks?: Stacks | undefined; after: number | null; from: number }

/** Changes when photos move in an order; any change may affect how well they match. */
const orderOf = (index: LoadedIndex, { by }: PhotoQuery['sort']): number =>
  by === 'match' || by === 'album' ? index.version : index.orders.version(by)

/** Searches over the index in memory; SQL is used only for words and names. */
export class Search {
  readonly #dependencies: Dependencies
  /** The photos of the last filters; a filter with text is kept beside the rest of its query. */
  readonly #found = new LRUCache<string, Found>({ max: MAX_FOUND })
  readonly #ids = new AnswerCache<Uint32Array>()
  readonly #folded = new AnswerCache<FoldedList>()
  readonly #facets = new AnswerCache<Facets>()
  readonly #days = new AnswerCache<DayCount[]>()
  readonly #tags = new AnswerCache<NamedCount[]>()
  readonly #counts = new AnswerCache<number>(MAX_COUNTED)
  readonly #values = new AnswerCache<CountedValue[]>()
  readonly #terms: SearchTerms
  readonly #words: WordSearch
  readonly #placeWords: PlaceWords
  #likeness: LikenessFinder = { load: async () => undefined, near: () => [] }
  #photosOfChange: FilterSource['photosOfChange'] = () => []
  #sentences: SentenceFinder = {
    prepare: async () => undefined,
    isReady: () => false,
    version: () => '',
    nearest: () => [],
    problemOf: () => null,
  }

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#terms = gatherTerms(dependencies.filters)
    this.#words = new WordSearch(dependencies.context.db)
    this.#placeWords = new PlaceWords(dependencies.context.db)
  }

  /**
   * Loads what a question reads, with breaks for other calls, and returns the search for it. Its answers follow the
   * catalogue: a later change counts. Throws `bad-params` for an unknown folder, here or later.
   */
  load(question: Question & { counts: true }): Promise<LoadedCounts>
  load(question?: Question): Promise<LoadedSearch>
  async load({ filter = {}, sort, counts = false }: Question = {}): Promise<LoadedCounts> {
    await this.prepare({ rest: counts || readsMore(filter), order: sort && fieldOf(sort) })
    await this.prepareFilter(filter)
    const query = { filter, sort: sort ?? usualSort }
    return {
      ids: () => this.run(query),
      page: (offset, limit) => this.page(query, offset, limit),
      fold: (stacks) => this.fold(query, stacks),
      nearness: (stacks) => this.nearness(filter, stacks),
      progress: (stacks) => this.progress(filter, stacks),
      nextOpen: (place) => this.nextOpen(query, place),
      days: (stacks) => this.days(filter, query.sort.order, stacks),
      places: (sections) => this.places(filter, sections),
      map: (view) => this.map(filter, view),
      explain: () => this.#inSlices(() => this.#explain(filter)),
      count: () => this.countOf(filter),
      countOf: (other) => this.countOf(other),
      hasHidden: () => this.hasHidden(),
      facets: () => this.facetsInSlices(filter),
      suggest: (text, limit) => this.suggest(text, limit),
      complete: (text, field, limit) => this.complete(text, field, limit),
      read: (text) => this.#readInSlices(text),
    }
  }

  /** Loads what a question reads, with breaks for other work; `rest` is what counts and filters read. */
  prepare(needed?: Needed): Promise<void> {
    return this.#dependencies.liveIndex.prepare(needed)
  }

  /** Evaluates costly filters with breaks for other work, for the following question; the index must be loaded. */
  async prepareFilter(filter: PhotoFilter): Promise<void> {
    await this.#prepareVectors(filter.text ?? '')
    const costly = costlyOf(this.#dependencies.filters, filter)
    if (costly === null) return
    const index = this.#dependencies.liveIndex.current()
    const { version } = index
    // What a change in the meantime has invalidated, the question itself finds at once.
    await withBreaks(this.#findInSlices(index, costly), () => index.version === version)
  }

  /** Reads the vectors that `like:` and `shows:` compare, and creates those of sentences. */
  async #prepareVectors(text: string): Promise<void> {
    const fields = leavesOf(parse(text).terms).filter((leaf) => leaf.type === 'field')
    if (fields.some(({ field }) => field === searchFields.like.name)) await this.#likeness.load()
    const shows = fields.filter(({ field }) => field === searchFields.shows.name)
    const sentences = shows.flatMap(({ values }) => values.flatMap((value) => readSentence(value)?.sentence ?? []))
    if (sentences.length > 0) await this.#sentences.prepare([...new Set(sentences)])
  }

  /**
   * All matching ids in order, for callers that cannot wait: what is not loaded is read at once. Throws `bad-params`
   * for an unknown folder.
   */
  run(query: PhotoQuery): Uint32Array {
    return this.#inOrder(query).slice()
  }

  /** Some of them, and how many there are in all: windows ask for a few of a million at a time. */
  page(query: PhotoQuery, offset: number, limit: number): { total: number; ids: number[] } {
    const all = this.#inOrder(query)
    return { total: all.length, ids: [...all.subarray(offset, offset + limit)] }
  }

  /** The same with stacks folded. */
  fold({ filter, sort }: PhotoQuery, stacks: Stacks): FoldedList {
    const index = this.#dependencies.liveIndex.current()
    const photos = this.#find(index, filter)
    const question = `${this.#keyOf(filter)} ${sort.by} ${sort.order} ${stacks.open.join()}`
    const inputs = [index, photos, orderOf(index, sort), index.stackVersion]
    return this.#folded.get(question, inputs, () =>
      foldedList(index, photos, sort, stacks, this.#ranksOf(index, filter, sort)),
    )
  }

  /**
   * How many photos have each value. For a filter with alternative values, such as the rating, the photos of the rest
   * of the query are counted: its other values stay available.
   */
  facets(filter: PhotoFilter): Facets {
    const index = this.#dependencies.liveIndex.current()
    return this.#facets.get(this.#keyOf(filter), [index.version], () => {
      const { photos, photosOf, source } = this.#countedFor(index, filter)
      return { total: countBits(photos), ...countFacets(this.#dependencies.filters, photosOf, source) }
    })
  }

  /** The same with breaks for other work, since all values of a million photos take a tenth of a second. */
  async facetsInSlices(filter: PhotoFilter): Promise<Facets> {
    const index = this.#dependencies.liveIndex.current()
    const { version } = index
    const question = this.#keyOf(filter)
    const kept = this.#facets.peek(question, [version])
    if (kept !== undefined) return kept
    await index.prepareTallies(this.#levelFor(filter))
    const { photos, photosOf, source } = this.#countedFor(index, filter)
    const counts = await countFacetsInSlices(this.#dependencies.filters, photosOf, source)
    const facets = { total: countBits(photos), ...counts }
    // Changes in the meantime are counted with the next question.
    return index.version === version ? this.#facets.get(question, [version], () => facets) : facets
  }

  /** How many photos a filter finds. Cached sets of other queries stay, however many are counted. */
  countOf(filter: PhotoFilter): number {
    return atOnce(this.#countOf(filter))
  }

  *#countOf(filter: PhotoFilter): Slices<number> {
    const index = this.#dependencies.liveIndex.current()
    const [question, inputs] = [this.#keyOf(filter), [index.version]]
    const count =
      this.#counts.peek(question, inputs) ?? countBits(yield* this.#apply(index, filter, index.live.slice()))
    return this.#counts.get(question, inputs, () => count)
  }

  /** Does some work with breaks for other work; at once if photos change meanwhile. */
  async #inSlices<Result>(work: () => Slices<Result>): Promise<Result> {
    const { version } = this.#dependencies.liveIndex.current()
    const boxed = function* (): Slices<{ result: Result }> {
      return { result: yield* work() }
    }
    const done = await withBreaks(boxed(), () => this.#dependencies.liveIndex.current().version === version)
    return done === null ? atOnce(work()) : done.result
  }

  #countedFor(index: LoadedIndex, filter: PhotoFilter) {
    const photos = this.#find(index, filter)
    const photosOf = (each: Filter) =>
      each.mustHoldAll ? photos : this.#find(index, withoutFilter(filter, each, this.#terms))
    return { photos, photosOf, source: this.#sourceOf(index, filter) }
  }

  /** How the text of a query is understood, with the photos of each term that the rest of the query finds. */
  explain(filter: PhotoFilter): SearchExplanation {
    return atOnce(this.#explain(filter))
  }

  *#explain(filter: PhotoFilter): Slices<SearchExplanation> {
    const index = this.#dependencies.liveIndex.current()
    const { text = '', ...rest } = filter
    const among = yield* this.#findInSlices(index, rest)
    const explained = yield* explainText(this.#sourceOf(index, filter), text, among)
    return { total: countBits(yield* this.#findInSlices(index, filter)), ...explained }
  }

  /**
   * Values of a field that begin with a text, the most frequent first; without a field the fields that begin with it,
   * then names of any. An unknown field has none.
   */
  complete(text: string, field: string | null, limit: number): Suggestion[] {
    const index = this.#dependencies.liveIndex.current()
    const source = this.#sourceOf(index, {})
    const valuesOf: ValuesOf = (term) =>
      this.#values.get(`${term.field.name} ${this.#keyOf({})}`, [index.version], () => valuesOfTerm(term, source))
    const { byField, findField } = this.#terms
    const offered = [...byField.values()].filter((term) => term.field.kind !== 'sentence' || this.#sentences.isReady())
    if (field === null) return suggestOfAny(offered, text, valuesOf).slice(0, limit)
    const term = byField.get(findField(field)?.name ?? '')
    return term === undefined ? [] : suggestOfField(term, text, valuesOf).slice(0, limit)
  }

  /**
   * What plain words mean as a description of photos; null if nothing of them is understood, or they are the search
   * language already. A word that nobody understands but that photos have, such as one of a title, stays as it is.
   */
  read(text: string): ReadDescription | null {
    return atOnce(this.#read(text))
  }

  /** Makes the words of the language first: that depends on no photo, and is not begun again if one changes. */
  async #readInSlices(text: string): Promise<ReadDescription | null> {
    const index = this.#dependencies.liveIndex.current()
    await withBreaks(lexiconOfLibrary(this.#sourceOf(index, {})), () => true)
    return this.#inSlices(() => this.#read(text))
  }

  *#read(text: string): Slices<ReadDescription | null> {
    const { findField } = this.#terms
    if (parse(text, findField).terms.some(({ type }) => type !== 'word')) return null
    const index = this.#dependencies.liveIndex.current()
    const source = this.#sourceOf(index, {})
    const { names } = this.#dependencies.context
    const lexicon = yield* lexiconOfLibrary(source)
    const { terms, unread, isSentence, hasRelated } = readDescription(text, { lexicon, names, today: source.today })
    if (terms.length === 0) return null
    const [known, unknown]: [(typeof unread)[number][], (typeof unread)[number][]] = [[], []]
    for (const each of unread) {
      const found = yield* findNode(source, word(each.text))
      ;(found !== null && countBits(found) > 0 ? known : unknown).push(each)
    }
    const shown = this.#sentences.isReady() ? unknown : []
    const rest: SearchNode[] = [
      ...known.map((each) => word(each.text)),
      ...(shown.length === 0 ? [] : [field(searchFields.shows.name, [shown.map((each) => each.text).join(' ')])]),
    ]
    const written = print([...terms, ...rest], findField)
    return {
      text: yield* this.#withFits(written, hasRelated, terms.length),
      isSentence,
      unread: (shown.length > 0 ? [] : unknown).map(({ nearest, ...each }) => ({
        text: each.text,
        nearest,
        corrected: nearest === null ? null : text.slice(0, each.from) + nearest + text.slice(each.to),
      })),
    }
  }

  /** What fits best comes first; if nothing fits all terms, what fits in part is found. */
  *#withFits(text: string, hasRelated: boolean, terms: number): Slices<string> {
    const [all, most] = ['all', 'most'].map((which) => `${text} ${print([field(searchFields.fits.name, [which])])}`)
    if ((yield* this.#countOf({ text })) > 0) return hasRelated ? all! : text
    return terms > 1 && (yield* this.#countOf({ text: most! })) > 0 ? most! : text
  }

  /** The days of a query in the order of its photos, those without a date last; `stacks` folds them. */
  days(filter: PhotoFilter, order: PhotoQuery['sort']['order'], stacks?: Stacks): DayCount[] {
    const index = this.#dependencies.liveIndex.current()
    const photos = this.#find(index, filter)
    const inputs = [index, photos, index.orders.version('takenAt'), index.stackVersion]
    return this.#days.get(`${this.#keyOf(filter)} ${order} ${stacks?.open.join() ?? '-'}`, inputs, () =>
      stacks === undefined ? countDays(index, photos, order) : foldedDays(index, photos, order, stacks),
    )
  }

  /** How many photos are picked, rejected and neither; with `stacks`, each stack counts once. */
  progress(filter: PhotoFilter, stacks?: Stacks): ChoiceProgress {
    const index = this.#dependencies.liveIndex.current()
    return choiceProgress(index, this.#find(index, filter), stacks !== undefined)
  }

  /** The next photo of a list that is neither picked nor rejected; null if none is left. */
  nextOpen(query: PhotoQuery, { stacks, ...place }: PlaceInList): { id: number; index: number } | null {
    const index = this.#dependencies.liveIndex.current()
    const { ids, frames } =
      stacks === undefined ? { ids: this.#inOrder(query), frames: null } : this.fold(query, stacks)
    return findNextOpen(index, { ids, frames, stacks, ...place })
  }

  /** How near photos are to the colour of the text, nearest first; empty if they are not ordered by one alone. */
  nearness(filter: PhotoFilter, stacks?: Stacks): NearnessCount[] {
    const index = this.#dependencies.liveIndex.current()
    const parts = nearnessOf(filter.text ?? '', this.#sourceOf(index, filter))
    if (parts === null) return []
    const query: PhotoQuery = { filter, sort: { by: 'match', order: 'desc' } }
    const ids = stacks === undefined ? this.#inOrder(query) : this.fold(query, stacks).ids
    return countNearness(ids, (id) => parts.get(index.find(id).slot))
  }

  /** Photos of a query on a part of the map, grouped where they are close together. */
  map(
    filter: PhotoFilter,
    view: Omit<MapView, 'filter'>,
  ): Omit<FoundMap, 'clusters'> & { clusters: LabelledCluster[] } {
    const index = this.#dependencies.liveIndex.current()
    const { clusters, ...rest } = findClusters(index, this.#find(index, filter), view)
    const labelOf = placeLabels(this.#dependencies.context)
    return { clusters: clusters.map((each) => ({ ...each, place: labelOf(each.place) })), ...rest }
  }

  /** Where photos of a query were taken on some days or in some months. */
  places(filter: PhotoFilter, sections: readonly string[]): SectionPlaces[] {
    const index = this.#dependencies.liveIndex.current()
    return placesOfSections(this.#sourceOf(index, filter), this.#find(index, filter), sections)
  }

  /** Tags that begin with a text, by name or label, the most frequent first. */
  suggest(text: string, limit: number): SuggestedTag[] {
    const index = this.#dependencies.liveIndex.current()
    const source = this.#sourceOf(index, {})
    const all = this.#tags.get(this.#keyOf({}), [index.version], () => [
      ...countTags(index.live, source),
      ...keptWithoutPhotos(index.live, source),
    ])
    return suggestTags(all, text, this.#dependencies.context.vocabulary, limit)
  }

  #inOrder({ filter, sort }: PhotoQuery): Uint32Array {
    const index = this.#dependencies.liveIndex.current()
    const photos = this.#find(index, filter)
    const inputs = [index, photos, orderOf(index, sort)]
    return this.#ids.get(`${this.#keyOf(filter)} ${sort.by} ${sort.order}`, inputs, () =>
      idsInOrder(index, photos, sort, this.#ranksOf(index, filter, sort)),
    )
  }

  /** Ranks of matches, or an album's order; nothing for another order. */
  #ranksOf(index: LoadedIndex, filter: PhotoFilter, { by }: PhotoQuery['sort']): Ranks | undefined {
    if (by === 'album') return slotsOfAlbum(filter, this.#sourceOf(index, filter)) ?? undefined
    return by === 'match' ? rankMatches(filter.text ?? '', this.#sourceOf(index, filter)) : undefined
  }

  /** Sets what answers `like:`; before, nothing is similar to anything. */
  compareBy(likeness: LikenessFinder): void {
    this.#likeness = likeness
  }

  /** Sets what answers `change:`; before, no change is known. */
  followChangesBy(photosOfChange: FilterSource['photosOfChange']): void {
    this.#photosOfChange = photosOfChange
  }

  /** Sets what answers `shows:`; before, nothing matches a sentence. */
  describeBy(sentences: SentenceFinder): void {
    this.#sentences = sentences
  }

  /** How many photos a search for everything finds. */
  count(): number {
    return countBits(this.#dependencies.liveIndex.current().live)
  }

  /** Photos whose sensitivity is unknown although their file is there; private ones are left out. */
  countWithoutVerdict(): number {
    return countWithoutVerdict(this.#dependencies.liveIndex.current())
  }

  /** True while some photos are removed or concealed, so that no search finds them. */
  hasHidden(): boolean {
    return this.#dependencies.liveIndex.current().hasHidden
  }

  /** Those whose photos searches may find: neither removed nor concealed. */
  onlyShown<Each extends { photoId: number }>(all: readonly Each[]): Each[] {
    return onlyShown(this.#dependencies.liveIndex.current(), all)
  }

  /** From now on no search, count or suggestion contains photos of these kinds. */
  conceal(kinds: Concealment): void {
    const { liveIndex, context } = this.#dependencies
    liveIndex.conceal(kinds, context.sensitiveFrom())
  }

  /** Applies changes now, rather than with the next question. */
  follow(): void {
    this.#dependencies.liveIndex.follow()
  }

  /** Stores the index of a large library, from `min` photos on, in a file for the next start. */
  keep(min?: number): Promise<void> {
    return this.#dependencies.liveIndex.keep(min)
  }

  #find(index: LoadedIndex, filter: PhotoFilter): Bits {
    return atOnce(this.#findInSlices(index, filter))
  }

  /**
   * The photos of a filter; run it while the index does not change. If few photos changed since the last time, only
   * these are checked again, and an unchanged set stays the same object, so that answers derived from it stay valid: a
   * mark does not cost a million photos.
   */
  *#findInSlices(index: LoadedIndex, filter: PhotoFilter): Slices<Bits> {
    const question = this.#keyOf(filter)
    const { version } = index
    const before = this.#found.get(question)
    const photos = yield* before ? this.#findAgain(index, filter, before) : this.#findAll(index, filter)
    this.#found.set(question, { version, photos })
    return photos
  }

  /** Photos of costly conditions are cached separately, for queries that differ in the rest. */
  *#findAll(index: LoadedIndex, filter: PhotoFilter): Slices<Bits> {
    const parts = splitCostly(this.#dependencies.filters, filter)
    if (parts === null) return yield* this.#apply(index, filter, index.live.slice())
    const costly = yield* this.#findInSlices(index, parts.costly)
    return yield* this.#apply(index, parts.rest, costly.slice())
  }

  *#findAgain(index: LoadedIndex, filter: PhotoFilter, { version, photos }: Found): Slices<Bits> {
    if (version === index.version) return photos
    // A text is searched in all photos, whichever are wanted.
    const changed = filter.text === undefined ? this.#dependencies.liveIndex.changedSince(version) : null
    if (changed === null || photos.length !== index.live.length) return yield* this.#findAll(index, filter)
    const asked = index.noSlots()
    for (const slot of changed) if (hasBit(index.live, slot)) setBit(asked, slot)
    const found = yield* this.#apply(index, filter, asked)
    const moved = changed.filter((slot) => hasBit(found, slot) !== hasBit(photos, slot))
    if (moved.length === 0) return photos
    const renewed = photos.slice()
    for (const slot of moved) renewed[slot >>> 5]! ^= 1 << (slot & 31)
    return renewed
  }

  /** Removes from a set what does not pass a filter. */
  #apply(index: LoadedIndex, filter: PhotoFilter, photos: Bits): Slices<Bits> {
    return applyFilters(this.#dependencies.filters, filter, this.#sourceOf(index, filter), photos)
  }

  #sourceOf(index: LoadedIndex, filter: PhotoFilter): FilterSource {
    const { context } = this.#dependencies
    const { peopleWords, sensitiveFrom, language } = this.#dependencies.settings()
    const about = { minLevel: this.#levelFor(filter), language: context.language(), today: this.#today() }
    const isOff = peopleWords === 'hide'
    const ownOnlyTags = new Set(isOff ? context.vocabulary.tagsOfConcepts(new Set(peopleConcepts)) : [])
    return {
      index,
      context,
      terms: this.#terms,
      names: this.#words,
      texts: this.#words,
      placeWords: this.#placeWords,
      likeness: this.#likeness,
      ownOnlyTags,
      sentences: this.#sentences,
      photosOfChange: this.#photosOfChange,
      sensitiveFrom,
      isLanguageChosen: language !== null,
      ...about,
    }
  }

  /** Equal for filters that have the same answer. */
  #keyOf(filter: PhotoFilter): string {
    const { peopleWords, sensitiveFrom } = this.#dependencies.settings()
    return JSON.stringify({
      ...filter,
      level: this.#levelFor(filter),
      language: this.#dependencies.context.language(),
      peopleWords,
      sensitiveFrom,
      today: this.#today(),
      ...(mayShow(filter.text ?? '') ? { sentences: this.#sentences.version() } : {}),
    })
  }

  #today(): Day {
    return dayOf(new Date(toWallClockMs(this.#dependencies.context.now())))
  }

  #levelFor(filter: PhotoFilter): number {
    return levelOf(filter.minConfidence ?? this.#dependencies.settings().minConfidence)
  }
}

const usualSort: PhotoSort = { by: 'takenAt', order: 'desc' }

/** Whether a filter reads lists or texts; the status of a photo is among the numbers that are always loaded. */
const readsMore = (filter: PhotoFilter): boolean => Object.keys(filter).some((field) => field !== 'statuses')

/** Matches and albums have orders of their own, and the time taken beside them. */
const fieldOf = ({ by }: PhotoSort) => (by === 'match' || by === 'album' ? 'takenAt' : by)

// Kept answers

const MAX_KEPT = 8

type Kept<Answer> = { inputs: readonly unknown[]; answer: Answer }

/**
 * The last answers, each valid as long as its inputs are the very same objects and numbers: a window reads the same
 * query page by page.
 */
class AnswerCache<Answer> {
  readonly #kept: LRUCache<string, Kept<Answer>>

  constructor(max = MAX_KEPT) {
    this.#kept = new LRUCache({ max })
  }

  /** The cached answer to a question if its inputs are the same. */
  peek(question: string, inputs: readonly unknown[]): Answer | undefined {
    const kept = this.#kept.get(question)
    return kept?.inputs.every((input, at) => input === inputs[at]) === true ? kept.answer : undefined
  }

  /** The cached answer, or a new one. */
  get(question: string, inputs: readonly unknown[], answer: () => Answer): Answer {
    const given = this.peek(question, inputs) ?? answer()
    this.#kept.set(question, { inputs, answer: given })
    return given
  }
}

/**
 * A query without the conditions of one filter: its fields, and the terms of its text that concern only it. The same
 * query if it has none.
 */
function withoutFilter(query: PhotoFilter, filter: Filter, { findField }: SearchTerms): PhotoFilter {
  const rest: PhotoFilter = { ...query }
  for (const field of filter.fields) delete rest[field]
  if (query.text === undefined || filter.fields.includes('text')) return rest
  const { terms } = parse(query.text, findField)
  const others = terms.filter((term) => !isOwnTerm(filter, term))
  return others.length === terms.length ? rest : { ...rest, text: print(others, findField) }
}

// Places of days

const DAY_MS = 86_400_000
/** How many places are named. */
const NAMED = 2

/** The places of photos taken on some days, written YYYY-MM-DD, or in some months, YYYY-MM; most photos first. */
function placesOfSections(
  { index, context, language }: Pick<FilterSource, 'index' | 'context' | 'language'>,
  photos: Bits,
  sections: readonly string[],
): SectionPlaces[] {
  const counts = countPlaces(index.values(takenDay), index.values(placeColumn), photos, sections)
  const rows = new Map(readPlaces(context.db).map((row) => [row.id, row]))
  const countryOf = countryNames(language)
  return sections.map((section, number) => {
    const named = new Map<string, { name: string; country: string; count: number }>()
    for (const [id, count] of counts[number] ?? []) {
      const { city = '', region = '', country: code = '' } = rows.get(id) ?? {}
      const country = countryOf(code)
      const key = `${city || region}\t${country}`
      if (key !== '\t') named.set(key, { name: city || region, country, count: (named.get(key)?.count ?? 0) + count })
    }
    const all = [...named.values()].sort((a, b) => b.count - a.count)
    const places = all.slice(0, NAMED).map(({ name, country }) => ({ name, country }))
    return { section, places, more: all.length - places.length }
  })
}

/** How many photos each section has of each place. */
function countPlaces(days: Int32Array, places: Uint32Array, photos: Bits, sections: readonly string[]) {
  const counts = sections.map(() => new Map<number, number>())
  const countsOfDay = new Map<number, Map<number, number>[]>()
  sections.forEach((section, number) => {
    for (const day of daysOf(section)) countsOfDay.set(day, [...(countsOfDay.get(day) ?? []), counts[number]!])
  })
  const [first, last] = [Math.min(...countsOfDay.keys()), Math.max(...countsOfDay.keys())]
  forEachBit(photos, (slot) => {
    const [day, place] = [days[slot] ?? 0, places[slot] ?? 0]
    if (place === 0 || day < first || day > last) return
    for (const count of countsOfDay.get(day) ?? []) count.set(place, (count.get(place) ?? 0) + 1)
  })
  return counts
}

/** The days of a section, counted from 1970. */
function daysOf(section: string): number[] {
  const isDay = section.length > 7
  const first = Date.parse(`${isDay ? section : `${section}-01`}T00:00:00Z`)
  if (Number.isNaN(first)) return []
  if (isDay) return [first / DAY_MS]
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return Array.from({ length: (next.getTime() - first) / DAY_MS }, (_, day) => first / DAY_MS + day)
}
