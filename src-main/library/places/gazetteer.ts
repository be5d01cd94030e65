import { around, distance } from 'geokdbush'
import type { NamedPlace } from './rows/place-names.ts'
import type { CountryAt } from './read-borders.ts'
import type { Towns } from './towns.ts'

/** Up to this distance from its edge, a photo was taken in or near a town; kilometres. */
const TOWN_KM = 25
/** Up to this distance, region and country are those of the nearest town. Farther out is the sea, or a desert. */
const REGION_KM = 100
/** People per square kilometre of a town, to estimate its size; no town is larger than MAX_RADIUS_KM. */
const PEOPLE_PER_KM2 = 6000
const MAX_RADIUS_KM = 6

/** Names positions, and finds towns by their names. */
export class Gazetteer {
  readonly #towns: Towns
  readonly #countryAt: CountryAt

  constructor(towns: Towns, countryAt: CountryAt) {
    this.#towns = towns
    this.#countryAt = countryAt
  }

  /**
   * The town at a position, among those of its country: the one with the nearest edge, so that a village beside a city
   * does not name places in the city. Far from these only region and country, or the country alone; null if no town of
   * any country is within 100 km.
   */
  placeAt(latitude: number, longitude: number): NamedPlace | null {
    const { tree } = this.#towns
    const [closest] = around(tree, longitude, latitude, 1, REGION_KM)
    if (closest === undefined) return null
    const country = this.#countryFor(latitude, longitude, this.#countryOf(closest))
    const isWithin = (town: number) => this.#countryOf(town) === country
    const [nearest] = around(tree, longitude, latitude, 1, REGION_KM, isWithin)
    if (nearest === undefined) return { city: '', region: '', country }
    const edgeOf = (town: number) => this.#distanceTo(town, latitude, longitude) - this.#radiusOf(town)
    const near = around(tree, longitude, latitude, Infinity, MAX_RADIUS_KM, isWithin)
    const town = [nearest, ...near].reduce((best, each) => (edgeOf(each) < edgeOf(best) ? each : best))
    return edgeOf(town) <= TOWN_KM ? this.#describe(town) : { ...this.#describe(nearest), city: '' }
  }

  /**
   * At sea, the country of the closest town; also in Western Sahara, of which Morocco occupies what the borders assign
   * to it.
   */
  #countryFor(latitude: number, longitude: number, closest: string): string {
    const country = this.#countryAt(latitude, longitude) ?? closest
    return country === 'MA' && closest === 'EH' ? closest : country
  }

  /** The largest town of a name in a country, given by two letters; null if there is none. */
  townNamed(name: string, country: string): NamedPlace | null {
    const wanted = name.toLowerCase()
    let largest: number | null = null
    this.#towns.names.forEach((each, town) => {
      if (each.length !== wanted.length || each.toLowerCase() !== wanted) return
      if (this.#countryOf(town) !== country) return
      if (largest === null || this.#peopleOf(town) > this.#peopleOf(largest)) largest = town
    })
    return largest === null ? null : this.#describe(largest)
  }

  #describe(town: number): NamedPlace {
    const { names, regions, regionOf } = this.#towns
    const { country = '', name: region = '' } = regions[regionOf[town] ?? 0] ?? {}
    return { city: names[town] ?? '', region, country }
  }

  #countryOf(town: number): string {
    const { regions, regionOf } = this.#towns
    return regions[regionOf[town] ?? 0]?.country ?? ''
  }

  #distanceTo(town: number, latitude: number, longitude: number): number {
    const { latitudes, longitudes } = this.#towns
    return distance(longitude, latitude, longitudes[town] ?? 0, latitudes[town] ?? 0)
  }

  #radiusOf(town: number): number {
    return Math.min(MAX_RADIUS_KM, Math.sqrt(this.#peopleOf(town) / (PEOPLE_PER_KM2 * Math.PI)))
  }

  #peopleOf(town: number): number {
    return this.#towns.people[town] ?? 0
  }
}
