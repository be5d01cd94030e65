import type { SectionPlaces } from '../../../contract/library/query.ts'
import { type Bits, forEachBit } from '../columns/bits.ts'
import { takenDay } from '../filters/date.ts'
import type { FilterSource } from '../filters/filter.ts'
import { placeColumn } from '../filters/place.ts'
import { countryNames } from '../places/country-names.ts'
import { readPlaces } from '../places/place-names.ts'

const DAY_MS = 86_400_000
/** How many places are named. */
const NAMED = 2

/** The places of photos taken on some days, written YYYY-MM-DD, or in some months, YYYY-MM; most photos first. */
export function placesOfSections(
  { index, context, language }: Pick<FilterSource, 'index' | 'context' | 'language'>,
  photos: Bits,
  sections: readonly string[],
): SectionPlaces[] {
  const counts = countPlaces(index.values(takenDay), index.values(placeColumn), photos, sections)
  const rows = new Map(readPlaces(context.db).map((row) => [row.id, row]))
  const countryOf = countryNames(language)
  return sections.map((section, number) => {
    const named = new Map<string, { name: string; country: string; count: number }>()
    for (const [id, count] of counts[number] ?? []) {
      const { city = '', region = '', country: code = '' } = rows.get(id) ?? {}
      const country = countryOf(code)
      const key = `${city || region}\t${country}`
      if (key !== '\t') named.set(key, { name: city || region, country, count: (named.get(key)?.count ?? 0) + count })
    }
    const all = [...named.values()].sort((a, b) => b.count - a.count)
    const places = all.slice(0, NAMED).map(({ name, country }) => ({ name, country }))
    return { section, places, more: all.length - places.length }
  })
}

/** How many photos each section has of each place. */
function countPlaces(days: Int32Array, places: Uint32Array, photos: Bits, sections: readonly string[]) {
  const counts = sections.map(() => new Map<number, number>())
  const countsOfDay = new Map<number, Map<number, number>[]>()
  sections.forEach((section, number) => {
    for (const day of daysOf(section)) countsOfDay.set(day, [...(countsOfDay.get(day) ?? []), counts[number]!])
  })
  const [first, last] = [Math.min(...countsOfDay.keys()), Math.max(...countsOfDay.keys())]
  forEachBit(photos, (slot) => {
    const [day, place] = [days[slot] ?? 0, places[slot] ?? 0]
    if (place === 0 || day < first || day > last) return
    for (const count of countsOfDay.get(day) ?? []) count.set(place, (count.get(place) ?? 0) + 1)
  })
  return counts
}

/** The days of a section, counted from 1970. */
function daysOf(section: string): number[] {
  const isDay = section.length > 7
  const first = Date.parse(`${isDay ? section : `${section}-01`}T00:00:00Z`)
  if (Number.isNaN(first)) return []
  if (isDay) return [first / DAY_MS]
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return Array.from({ length: (next.getTime() - first) / DAY_MS }, (_, day) => first / DAY_MS + day)
}
