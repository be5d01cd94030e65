import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

const vienna = { city: 'Vienna', region: 'Vienna', country: 'AT' }
const luxembourg = { city: 'Luxembourg', region: 'Luxembourg', country: 'LU' }

function openFour() {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  catalog.files.saveMetadata(
    ids.map((id, number) => ({
      id,
      width: 1,
      height: 1,
      metadata: metadata(number === 3 ? {} : { latitude: 48 + number, longitude: 16 }),
    })),
  )
  return { catalog, ids }
}

test('photos wait for place names until these are saved; unchanged ones are not reported', () => {
  const { catalog, ids } = openFour()
  expect(catalog.places.unplaced(9).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
  expect(catalog.places.unplaced(1)).toHaveLength(1)
  const changed = catalog.places.save([
    { id: ids[0]!, place: vienna },
    { id: ids[1]!, place: null },
  ])
  expect(changed).toEqual([ids[0]])
  expect(catalog.places.unplaced(9).map(({ id }) => id)).toEqual([ids[2]])
  expect(find(catalog, { text: 'place:vienna' })).toEqual([ids[0]])
  catalog.places.findAgain()
  expect(catalog.places.unplaced(9)).toHaveLength(3)
  expect(catalog.places.save([{ id: ids[0]!, place: vienna }])).toEqual([])
})

test('a name of both a country and a town means the country', () => {
  const { catalog, ids } = openFour()
  catalog.places.save([
    { id: ids[0]!, place: luxembourg },
    { id: ids[1]!, place: { ...luxembourg, city: 'Vianden' } },
  ])
  expect(find(catalog, { text: 'place=luxembourg' })).toEqual([ids[0], ids[1]])
  expect(find(catalog, { text: 'place="Luxembourg, Luxembourg"' })).toEqual([ids[0]])
})

test("a file's own place name is found beside its position", () => {
  const { catalog, ids } = openFour()
  const written = metadata({ latitude: 48, longitude: 16, city: 'Wien', country: 'Österreich' })
  catalog.files.saveMetadata([{ id: ids[0]!, width: 1, height: 1, metadata: written }])
  catalog.places.save([{ id: ids[0]!, place: vienna }])
  for (const text of ['place:wien', 'place:vienna', 'place:österreich', 'place:austria'])
    expect(find(catalog, { text })).toEqual([ids[0]])
})

test('a complete place name finds its photos without a field; a prefix does not', () => {
  const { catalog, ids } = openFour()
  catalog.places.save([
    { id: ids[0]!, place: vienna },
    { id: ids[1]!, place: { city: 'New York', region: 'New York', country: 'US' } },
    { id: ids[2]!, place: { city: 'Newark', region: 'New Jersey', country: 'US' } },
  ])
  expect([find(catalog, { text: 'VIENNA' }), find(catalog, { text: '-vienna' })]).toEqual([[ids[0]], ids.slice(1)])
  expect(find(catalog, { text: 'new york' })).toEqual([ids[1]])
  expect(find(catalog, { text: 'states new' })).toEqual([ids[1], ids[2]])
  expect([find(catalog, { text: 'vien' }), find(catalog, { text: 'york-state' })]).toEqual([[], []])
  expect(find(catalog, { text: 'new-york' })).toEqual([ids[1]])
  catalog.places.save([{ id: ids[2]!, place: { city: 'Graz', region: 'Styria', country: 'AT' } }])
  expect([find(catalog, { text: 'graz' }), find(catalog, { text: 'newark' })]).toEqual([[ids[2]], []])
  expect(find(catalog, { text: 'österreich' })).toEqual([])
  catalog.settings.set({ language: 'de' })
  expect(find(catalog, { text: 'österreich' })).toEqual([ids[0], ids[2]])
})
