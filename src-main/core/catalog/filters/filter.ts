import type { Language } from '../../../contract/analysis/language.ts'
import type { Facets, PhotoFilter } from '../../../contract/library/query.ts'
import type { Bits } from '../columns/bits.ts'
import type { NumberColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { Context } from '../context/context.ts'

/** What filters work with beside the photos in memory. */
export type FilterContext = Pick<Context, 'db' | 'vocabulary' | 'names'>

/** What a filter reads to answer one question. */
export type FilterSource = {
  index: PhotoIndex
  context: FilterContext
  /** The least level (`codecs/entries.ts`) at which a tag or category counts. */
  minLevel: number
  /** The language that the person reads labels in. */
  language: Language
}

/**
 * One way to narrow the photos down. A filter is one file in this folder, one line in `filters.ts` and its fields in
 * `contract/library/query.ts`.
 */
export type Filter = {
  /** Its fields of a query; where none of them is given, the filter is passed over. */
  readonly fields: readonly (keyof PhotoFilter)[]
  /** The numbers of each photo that it reads. Texts and lists are loaded when they are asked for and not named here. */
  readonly columns?: readonly NumberColumn[]
  /** Takes the photos out of the set that do not pass. */
  keep(photos: Bits, filter: PhotoFilter, source: FilterSource): void
  /** Its part of the counts over a set of photos. */
  facet?(photos: Bits, source: FilterSource): Partial<Facets>
}
