import { wordsOf } from '../../../contract/fold-text.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { Facets } from '../../../contract/library/query.ts'
import { type Bits, unite } from '../columns/bits.ts'
import { numberColumn } from '../columns/column.ts'
import {
  bothLanguages,
  labelOf,
  namesOf,
  type PlaceRow,
  readPlaces,
  readPlacesAfter,
} from '../../places/rows/place-names.ts'
import type { CountedValue, Filter, FilterSource } from './filter.ts'
import { nameMatcher } from './match-words.ts'
import { countNumbers, withKept } from './numbers.ts'
import { byName } from './texts.ts'
import { findWritten } from './written.ts'
import type { Language } from '../../../contract/analysis/language.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The place of a photo, by its number; 0 if unknown. */
export const placeColumn = numberColumn('p.place', Uint32Array)

type CountedPlace = Facets['places'][number]

/** Where a photo was taken: by its position, or by the city and country in its file. */
export const place = {
  fields: [],
  columns: [placeColumn],
  terms: [
    {
      field: searchFields.place,
      find: ({ comparison, values }, source) => {
        const rows = readPlaces(source.context.db)
        const found = source.index.noSlots()
        for (const value of values) {
          const ids = new Set(comparison === '=' ? named(rows, value, source) : matching(rows, value, source))
          if (ids.size > 0)
            unite(
              found,
              withKept(source.index, source.index.values(placeColumn), (id) => ids.has(id)),
            )
          // The name of a place means exactly that place, as counted, and not further texts in files.
          if (comparison !== '=' || ids.size === 0)
            unite(found, findWritten('place', { comparison, values: [value] }, source))
        }
        return found
      },
      values: (photos, source) => countPlaces(photos, source).map(({ place: value, ...each }) => ({ value, ...each })),
    },
  ],
  facet: (photos, source) => ({ places: countPlaces(photos, source) }),
} satisfies Filter

/** Photos of places with this whole word in the name of their town, region or country. */
export function takenAt(word: string, { index, language, placeWords }: FilterSource): Bits {
  const ids = placeWords.find(word, language)
  return ids.size === 0 ? index.noSlots() : withKept(index, index.values(placeColumn), (id) => ids.has(id))
}

/** Places with words of town, region or country that begin like this, in English or in the person's language. */
function matching(rows: readonly PlaceRow[], value: string, { language }: FilterSource): number[] {
  const matches = nameMatcher(':', value)
  const countriesOf = bothLanguages(language)
  return rows
    .filter(({ city, region, country }) =>
      countriesOf.some((countryOf) => matches(`${city} ${region} ${countryOf(country)}`)),
    )
    .map(({ id }) => id)
}

/**
 * Places with exactly this name: a country; if there is none, a town; else a region. Luxembourg means the whole
 * country.
 */
function named(rows: readonly PlaceRow[], value: string, { language }: FilterSource): number[] {
  const matches = nameMatcher('=', value)
  const countriesOf = bothLanguages(language)
  for (const level of ['country', 'city', 'region'] as const) {
    const found = rows.filter((row) => countriesOf.some((countryOf) => namesOf(row, countryOf)[level].some(matches)))
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return []
}

/** How many photos of a set were taken in each country and in each town, both by name. */
function countPlaces(photos: Bits, { index, context, language }: FilterSource): CountedPlace[] {
  const counts = countNumbers(index.values(placeColumn), photos)
  if (counts.size === 0 || (counts.size === 1 && counts.has(0))) return []
  const [english, own = english!] = bothLanguages(language)
  const countries = new Map<string, CountedValue>()
  const cities = new Map<string, CountedValue>()
  const add = (to: Map<string, CountedValue>, value: string, label: string, count: number) => {
    const before = to.get(value)?.count ?? 0
    if (value !== '') to.set(value, { value, label, count: before + count })
  }
  for (const { id, ...row } of readPlaces(context.db)) {
    const count = counts.get(id) ?? 0
    if (count === 0) continue
    add(countries, english!(row.country), own(row.country), count)
    if (row.city !== '') add(cities, labelOf(row, english!), labelOf(row, own), count)
  }
  return [...listed('country', countries), ...listed('city', cities)]
}

const listed = (level: CountedPlace['level'], values: ReadonlyMap<string, CountedValue>): CountedPlace[] =>
  byName([...values.values()]).map(({ value, ...each }) => ({ level, place: value, ...each }))

/**
 * Places by the words of their names. Places are only ever added: those since the last question are read with the next.
 */
export class PlaceWords {
  readonly #db: Db
  #language: Language = 'en'
  #last = 0
  readonly #idsOf = new Map<string, Set<number>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Ids of places with all words of a text, as whole words, in the names of their town, region or country. */
  find(text: string, language: Language): ReadonlySet<number> {
    if (language !== this.#language) this.#forget(language)
    for (const row of readPlacesAfter(this.#db, this.#last)) this.#add(row)
    return new Set(wordsOf(text).flatMap((words) => [...this.#withAll(words)]))
  }

  #withAll(words: readonly string[]): ReadonlySet<number> {
    const [first, ...others] = words.map((word) => this.#idsOf.get(word) ?? new Set<number>())
    return others.reduce((found, ids) => new Set([...found].filter((id) => ids.has(id))), first ?? new Set<number>())
  }

  #add({ id, city, region, country }: PlaceRow): void {
    const names = [city, region, ...bothLanguages(this.#language).map((countryOf) => countryOf(country))]
    for (const word of names.flatMap((name) => wordsOf(name).flat())) {
      const ids = this.#idsOf.get(word)
      if (ids) ids.add(id)
      else this.#idsOf.set(word, new Set([id]))
    }
    this.#last = id
  }

  #forget(language: Language): void {
    this.#language = language
    this.#last = 0
    this.#idsOf.clear()
  }
}
