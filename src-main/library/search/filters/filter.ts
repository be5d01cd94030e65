import type { Text } from '../../../contract/sentences/text.ts'
import type { Language } from '../../../contract/analysis/language.ts'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { Facets, PhotoFilter } from '../../../contract/library/query.ts'
import type { Day } from '../../../contract/library/search/days.ts'
import type { FindField, SearchField } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import type { Likeness } from '../../../contract/library/search/likeness.ts'
import type { WantedSentence } from '../../../contract/library/search/sentence.ts'
import type { Bits } from '../columns/bits.ts'
import type { NumberColumn, TextColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Slices } from '../columns/slices.ts'
import type { Context } from '../../catalog/context/context.ts'

/** Finds photos with similar content. */
export type LikenessFinder = {
  /** Reads what `near` compares, with breaks for other work. */
  load(): Promise<void>
  /** Ids of photos at least this similar to any of some photos, these included. */
  near(ids: readonly number[], likeness: Likeness): Iterable<number>
}

/** Finds photos that look like a sentence. */
export type SentenceFinder = {
  /** Prepares what `nearest` compares; a failure is a problem of its sentence. */
  prepare(sentences: readonly string[]): Promise<void>
  /** Whether anything can be found so. */
  isReady(): boolean
  /** Differs if the same sentences may find other photos than before. */
  version(): string
  /** Ids of the photos that match it best, among those that may be shown. */
  nearest(wanted: WantedSentence, isShown: (id: number) => boolean): Iterable<number>
  /** Why a sentence finds nothing, as a sentence; null if it can. */
  problemOf(sentence: string): Text | null
}

/** Context of filters beside the photos in memory. */
export type FilterContext = Pick<Context, 'db' | 'vocabulary' | 'names'>

/** Context of a filter for one question. */
export type FilterSource = {
  index: PhotoIndex
  context: FilterContext
  /** The minimum level (`catalog/codecs/entries.ts`) at which a tag or category counts. */
  minLevel: number
  /** Tags that count only if a person or a file gave them: words for people, if these are switched off. */
  ownOnlyTags: ReadonlySet<number>
  /** The mildest verdict that is sensitive to the person. */
  sensitiveFrom: SensitiveFrom
  /** The language of the person's labels. */
  language: Language
  /** Whether the person chose that language: words of others are then not asked about. */
  isLanguageChosen: boolean
  /** The person's present day, for `last 30 days`. */
  today: Day
  /** What the search language knows. */
  terms: SearchTerms
  /**
   * Photos by the words of their names, metadata and folders, in the language of full-text queries. The answer is
   * shared: copy it before changing it.
   */
  names: { find(index: PhotoIndex, term: string): Slices<Bits> }
  /** Ids of the rows of a full-text table that match, and whether any does. */
  texts: { ids(table: TextTable, term: string): number[]; has(table: TextTable, term: string): boolean }
  /** Ids of places with all words of a text, as whole words, in the names of their town, region or country. */
  placeWords: { find(text: string, language: Language): ReadonlySet<number> }
  likeness: LikenessFinder
  sentences: SentenceFinder
  /** Photos that a change of the history was about, by its number. */
  photosOfChange: (id: number) => Iterable<number>
  /** Saved searches being evaluated: none of them is evaluated within itself. */
  openSearches?: ReadonlySet<number>
}

/** The tables of full text. */
export type TextTable = 'photo_text' | 'line_text' | 'folder_text' | 'tag_text' | 'keyword_text'

/** A value of a field, its label, its number of photos, and other words that find it. */
export type CountedValue = { value: string; label: string; count: number; synonyms?: readonly string[] }

/** A field of the search language: which photos a term finds, and which values there are. */
export type SearchTerm = {
  readonly field: SearchField
  /** The photos of any of the values, as a separate set; a meaningless value has none. */
  find(term: FieldNode, source: FilterSource): Bits | Slices<Bits>
  /** How well photos match, by slot: 0 for the best. Absent if a photo either matches or not. */
  rank?(term: FieldNode, source: FilterSource): ReadonlyMap<number, number>
  /** How near photos are, by slot, instead of a rank: 0 the nearest that is possible, 1 at the edge. */
  nearness?(term: FieldNode, source: FilterSource): ReadonlyMap<number, number>
  /** The values of some photos with their counts, for completion. */
  values?(photos: Bits, source: FilterSource): CountedValue[]
}

/** A word of `is:`, such as `undated`, and its photos. */
export type SearchStates = Readonly<Record<string, (source: FilterSource) => Bits>>

/** All fields and states that the filters declare. */
export type SearchTerms = {
  readonly findField: FindField
  readonly byField: ReadonlyMap<string, SearchTerm>
  readonly states: SearchStates
}

/**
 * One way to filter photos. A filter is one file in this folder, one line in `filters.ts` and its fields in
 * `contract/library/query.ts` or `contract/library/search/fields.ts`.
 */
export type Filter = {
  /** Its fields of a query; the filter is skipped if none of them is given. */
  readonly fields: readonly (keyof PhotoFilter)[]
  /** The numbers of each photo that it reads. Texts and lists are loaded on use and not named here. */
  readonly columns?: readonly NumberColumn[]
  /** Texts that its facet reads. */
  readonly texts?: readonly TextColumn[]
  /** Its fields of the search language. */
  readonly terms?: readonly SearchTerm[]
  /** Its words of `is:`. */
  readonly states?: SearchStates
  /** Removes the photos from the set that do not pass; absent if it has no fields of a query. */
  keep?(photos: Bits, filter: PhotoFilter, source: FilterSource): void | Slices<void>
  /** Its part of the counts over a set of photos. */
  facet?(photos: Bits, source: FilterSource): Partial<Facets>
  /**
   * True if several values must all hold: its counts are then those of the found photos, and not of all that the other
   * conditions leave.
   */
  readonly mustHoldAll?: boolean
  /**
   * True if it takes long for a million photos. The results of such filters are cached separately, so that they are
   * reused when the other conditions change or counts leave them out.
   */
  readonly isCostly?: boolean
}
