import { beforeAll, expect, test } from 'vitest'
import { readBorders } from '../../../src-main/library/places/read-borders.ts'
import { Gazetteer } from '../../../src-main/library/places/gazetteer.ts'
import { readTowns, type Towns } from '../../../src-main/library/places/towns.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

/** The gazetteer that comes with the program. */
let towns: Towns
let gazetteer: Gazetteer
beforeAll(async () => {
  towns = await readTowns(resourcesDir)
  gazetteer = new Gazetteer(towns, await readBorders())
})

const at = (latitude: number, longitude: number) => {
  const place = gazetteer.placeAt(latitude, longitude)
  return place && [place.city, place.region, place.country].join(', ')
}

test('it has the towns of the world, each with a country and a position on earth', () => {
  expect(towns.names.length).toBeGreaterThan(120_000)
  expect(new Set(towns.regions.map(({ country }) => country)).size).toBeGreaterThan(230)
  const isWhole = (name: string, town: number) =>
    name !== '' &&
    /^[A-Z]{2}$/.test(towns.regions[towns.regionOf[town]!]?.country ?? '') &&
    Math.abs(towns.latitudes[town]!) <= 90 &&
    Math.abs(towns.longitudes[town]!) <= 180
  expect(towns.names.filter((name, town) => !isWhole(name, town))).toEqual([])
})

test.each([
  ['in the middle of a city', 38.711, -9.137, 'Lisbon, Lisbon, PT'],
  ['in a quarter of a city', 41.4036, 2.1744, 'Barcelona, Catalonia, ES'],
  ['beside the palace of a town near a city', 48.805, 2.12, 'Versailles, Île-de-France, FR'],
  ['on a mountain above a village', 45.976, 7.658, 'Zermatt, Valais, CH'],
  ['far from towns: region and country alone', 36.5, -117.08, ', Nevada, US'],
  ['on both sides of the date line', -16.8, -179.99, ', Northern, FJ'],
  ['in the middle of an ocean', 0.5, -30, null],
  ['at the pole', 90, 0, null],
  ['the smallest country within a city', 41.9029, 12.4534, 'Vatican City, , VA'],
  ['a country of one town beside another', 43.7384, 7.4246, 'Monaco, Municipality of Monaco, MC'],
  ['this side of a border, a larger town beyond it', 32.552, -117.043, 'Imperial Beach, California, US'],
  ['beyond a border, a larger town this side', 31.739, -106.487, 'Juárez, Chihuahua, MX'],
  ['an enclave', 51.4419, 4.9316, 'Baarle-Hertog, Flanders, BE'],
  ['between two enclaves', 51.4475, 4.9292, 'Baarle-Nassau, North Brabant, NL'],
  ['the far side of a mountain', 28.05, 86.9, ', Tibet, CN'],
  ['a territory with letters of its own', 22.28, 114.16, 'Hong Kong, Central and Western, HK'],
  ['a part of a country whose letters are none of ISO', 35.889, -5.316, 'Ceuta, Ceuta, ES'],
  ['a land that another country holds', 44.957, 34.11, 'Simferopol, Crimea, UA'],
  ['a land that another country holds, in the south', 27.142, -13.188, 'Laayoune, , EH'],
  ['one that calls itself a country', 35.335, 33.317, 'Kyrenia, Keryneia, CY'],
])('%s', (_, latitude, longitude, place) => {
  expect(at(latitude, longitude)).toBe(place)
})

test('a town is found by its name within a country, the largest first', () => {
  expect(gazetteer.townNamed('springfield', 'US')).toEqual({ city: 'Springfield', region: 'Missouri', country: 'US' })
  expect(gazetteer.townNamed('Vienna', 'AT')).toEqual({ city: 'Vienna', region: 'Vienna', country: 'AT' })
  expect(gazetteer.townNamed('Vienna', 'PT')).toBeNull()
})
