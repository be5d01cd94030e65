import type { Language } from '../../../contract/analysis/language.ts'
import type { Context } from '../../catalog/context/context.ts'
import { countryNames } from './country-names.ts'
import { labelOf, type NamedPlace } from './place-names.ts'

/** A photo whose place must be found: its position, and the texts of the person or its file. */
export type UnplacedPhoto = {
  id: number
  latitude: number | null
  longitude: number | null
  city: string | null
  country: string | null
}

/** A photo with its place; null if there is none. */
export type PlacedPhoto = { id: number; place: NamedPlace | null }

export type PlaceStore = {
  /** Photos whose place must be found, at most `limit`. */
  unplaced(limit: number): UnplacedPhoto[]
  /** One transaction. Returns the photos whose place changed. */
  save(batch: readonly PlacedPhoto[]): number[]
  /** Makes every place be found again. */
  findAgain(): void
}

/** Where photos were taken, by names. */
export function createPlaceStore({ db, write, changed }: Context): PlaceStore {
  const unplaced = db.prepare<[number], UnplacedPhoto>(
    `SELECT p.id, p.latitude, p.longitude, coalesce(t.city, m.data ->> '$.city') AS city,
       coalesce(t.country, m.data ->> '$.country') AS country
     FROM photos p LEFT JOIN metadata m ON m.photo_id = p.id LEFT JOIN person_texts t ON t.photo_id = p.id WHERE p.needs_place = 1 ORDER BY p.id DESC LIMIT ?`,
  )
  const add = db.prepare<NamedPlace>(
    'INSERT OR IGNORE INTO places (city, region, country) VALUES (@city, @region, @country)',
  )
  const find = db
    .prepare<NamedPlace, number>('SELECT id FROM places WHERE city = @city AND region = @region AND country = @country')
    .pluck()
  const settle = db.prepare('UPDATE photos SET needs_place = 0 WHERE id = ?')
  const put = db.prepare('UPDATE photos SET place = @place WHERE id = @id AND place <> @place')
  const idOf = (place: NamedPlace | null): number => {
    if (place === null) return 0
    add.run(place)
    return find.get(place) ?? 0
  }
  return {
    unplaced: (limit) => unplaced.all(limit),
    save: (batch) => {
      const placed = write(() =>
        batch.filter(({ id, place }) => {
          settle.run(id)
          return put.run({ id, place: idOf(place) }).changes > 0
        }),
      ).map(({ id }) => id)
      changed.photos(placed)
      return placed
    },
    findAgain: () =>
      write(() => void db.exec('UPDATE photos SET needs_place = 1 WHERE latitude IS NOT NULL OR place <> 0')),
  }
}

/** The place of a photo as a person reads it; empty if unknown. */
export function placeLabelOf(db: Context['db'], photoId: number, language: Language): string {
  const place = db
    .prepare<[number], NamedPlace>(
      'SELECT city, region, country FROM places WHERE id = (SELECT place FROM photos WHERE id = ?)',
    )
    .get(photoId)
  return place === undefined ? '' : labelOf(place, countryNames(language))
}
