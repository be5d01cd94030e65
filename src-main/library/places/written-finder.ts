import { countryFinder } from './rows/country-names.ts'
import type { NamedPlace } from './rows/place-names.ts'
import type { Gazetteer } from './gazetteer.ts'

/** The place of a city and a country as a file names them; null if they are empty. */
export type FindWritten = (city: string, country: string) => NamedPlace | null

/** Names of towns are looked up once: a trip writes the same one a thousand times. */
export function writtenFinder(gazetteer: Pick<Gazetteer, 'townNamed'>): FindWritten {
  let codeOf: ((name: string) => string) | null = null
  const known = new Map<string, NamedPlace | null>()
  return (city, country) => {
    const key = `${city}\t${country}`
    const before = known.get(key)
    if (before !== undefined) return before
    codeOf ??= countryFinder()
    const found = findWritten(gazetteer, city.trim(), codeOf(country))
    known.set(key, found)
    return found
  }
}

/** A town that the gazetteer lacks is stored as written. */
function findWritten(gazetteer: Pick<Gazetteer, 'townNamed'>, city: string, code: string): NamedPlace | null {
  if (city === '') return code === '' ? null : { city: '', region: '', country: code }
  return gazetteer.townNamed(city, code) ?? { city, region: '', country: code }
}
