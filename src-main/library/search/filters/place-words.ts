import type { Language } from '../../../contract/analysis/language.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { bothLanguages, type PlaceRow, readPlacesAfter } from '../../places/rows/place-names.ts'
import { wordsOf } from './match-words.ts'

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
    const [first, ...others] = wordsOf(text).map((word) => this.#idsOf.get(word) ?? new Set<number>())
    return others.reduce((found, ids) => new Set([...found].filter((id) => ids.has(id))), first ?? new Set<number>())
  }

  #add({ id, city, region, country }: PlaceRow): void {
    const names = [city, region, ...bothLanguages(this.#language).map((countryOf) => countryOf(country))]
    for (const word of names.flatMap((name) => wordsOf(name))) {
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
