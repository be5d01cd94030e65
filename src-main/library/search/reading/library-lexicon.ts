import type { Db } from '../../../base/sqlite/connect.ts'
import { readPeople } from '../../people/rows/people-rows.ts'
import { bothLanguages, readPlaces } from '../../places/rows/place-names.ts'
import type { Slices } from '../columns/slices.ts'
import type { FilterSource } from '../filters/filter.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'

/** The last lexicon of each library. */
const kept = new WeakMap<Db, { key: string; words: Lexicon; lexicon: Lexicon }>()

/** The words of the person's language, with the people, places, cameras and tags of a library; made again if these change. */
export function* lexiconOfLibrary({ context, language }: Pick<FilterSource, 'context' | 'language'>): Slices<Lexicon> {
  const { db, names, vocabulary } = context
  const people = readPeople(db).map(({ name }) => name)
  const places = readPlaces(db)
  const cameras = readCameras(db)
  const tags = vocabulary.tags().filter(({ concept }) => concept === null)
  // Places are only ever added; a tag that gets another name is another tag.
  const key = JSON.stringify([language, people, places.length, cameras, tags.length, tags.at(-1)?.name])
  const before = kept.get(db)
  if (before?.key === key) return before.lexicon
  const words = before?.words.language === language ? before.words : yield* lexiconOf(language, names)
  const countries = bothLanguages(language)
  const placeNames = places.flatMap(({ city, region, country }) => [
    city,
    region,
    ...countries.map((countryOf) => countryOf(country)),
  ])
  const lexicon = yield* words.with({
    people,
    places: [...new Set(placeNames)].filter((name) => name !== ''),
    tags: tags.map(({ name }) => name),
    cameras,
  })
  kept.set(db, { key, words, lexicon })
  return lexicon
}

/** The names of cameras that took dated photos. */
const readCameras = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM equipment e WHERE EXISTS
         (SELECT 1 FROM photos p WHERE p.camera = e.id AND p.camera > 0 AND p.taken_ms IS NOT NULL)`,
    )
    .pluck()
    .all()
