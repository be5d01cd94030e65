import type { Language } from '../../../contract/analysis/language.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Context } from '../../catalog/context/context.ts'
import { countryNames } from './country-names.ts'

/** Where a photo was taken: a town, its region, its country as two letters of ISO 3166. Any of them may be empty. */
export type NamedPlace = { city: string; region: string; country: string }

/** A place of the catalogue. */
export type PlaceRow = NamedPlace & { id: number }

/** Every place that photos have or had. */
export const readPlaces = (db: Db): PlaceRow[] =>
  db.prepare<[], PlaceRow>('SELECT id, city, region, country FROM places').all()

/** Places that were added since the one with this id, in the order of ids. */
export const readPlacesAfter = (db: Db, id: number): PlaceRow[] =>
  db.prepare<[number], PlaceRow>('SELECT id, city, region, country FROM places WHERE id > ? ORDER BY id').all(id)

/** Names of the same country, town or region, in one language. */
type LevelNames = { country: string[]; city: string[]; region: string[] }

/** Possible names of a place: of its country, its town, its region, and combinations of these. */
export function namesOf({ city, region, country }: NamedPlace, countryOf: (code: string) => string): LevelNames {
  const land = countryOf(country)
  const within = (name: string) => (name === '' ? [] : [name, join(name, land)])
  return {
    country: land === '' ? [] : [land],
    city: city === '' ? [] : [...within(city), join(city, region, land)],
    region: within(region),
  }
}

/** `Lisbon, Portugal`; far from towns `Nevada, United States`. */
export const labelOf = ({ city, region, country }: NamedPlace, countryOf: (code: string) => string): string =>
  join(city || region, countryOf(country))

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(', ')

/** Names of countries in English, and in the person's language. */
export const bothLanguages = (language: Language): ((code: string) => string)[] =>
  language === 'en' ? [countryNames('en')] : [countryNames('en'), countryNames(language)]

/** The labels of places by their ids, in the person's language; empty for 0. */
export function placeLabels({ db, language }: Pick<Context, 'db' | 'language'>): (id: number) => string {
  const rows = new Map(readPlaces(db).map((row) => [row.id, row]))
  const countryOf = countryNames(language())
  return (id) => {
    const row = rows.get(id)
    return row === undefined ? '' : labelOf(row, countryOf)
  }
}
