import type { SectionPlaces } from '../../src-main/contract/library/query.ts'

/** Where photos were taken, in words: `Lisbon, Portugal`, `Lisbon and Sintra, Portugal`, `Lisbon, Madrid and 3 more`. */
export function describePlaces(found: Pick<SectionPlaces, 'places' | 'more'> | undefined): string {
  const { places = [], more = 0 } = found ?? {}
  const [first, second] = places
  if (first === undefined) return ''
  const whole = ({ name, country }: typeof first) => [name, country].filter(Boolean).join(', ')
  if (second === undefined) return whole(first)
  const names = places.map((place) => place.name || place.country)
  if (more > 0) return `${names.join(', ')} and ${more} more`
  const isOneCountry = first.country === second.country && first.country !== '' && first.name !== ''
  return isOneCountry ? `${names.join(' and ')}, ${first.country}` : `${whole(first)} and ${whole(second)}`
}
