import type { SectionPlaces } from '../../src-main/contract/library/query.ts'
import { writeEnumeration, writeList } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'

/**
 * Describes where photos were taken: `Lisbon, Portugal`, `Lisbon and Sintra, Portugal`, `Lisbon, Madrid and 3 more`.
 */
export function describePlaces(found: Pick<SectionPlaces, 'places' | 'more'> | undefined): string {
  const { places = [], more = 0 } = found ?? {}
  const [first, second] = places
  if (first === undefined) return ''
  if (second === undefined) return describePlace(first)
  const names = places.map((place) => place.name || place.country)
  if (more > 0) return t('grid.morePlaces', { places: writeEnumeration(names), count: more })
  const isOneCountry = first.country === second.country && first.country !== '' && first.name !== ''
  return isOneCountry
    ? t('grid.placesInCountry', { places: writeList(names), country: first.country })
    : writeList(places.map(describePlace))
}

const describePlace = ({ name, country }: SectionPlaces['places'][number]): string =>
  name === '' || country === '' ? name || country : t('grid.placeInCountry', { name, country })
