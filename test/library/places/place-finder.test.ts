import { join } from 'node:path'
import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

type Gps = Record<string, string>
const lisbon: Gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '38/1 42/1 3960/100',
  GPSLongitudeRef: 'W',
  GPSLongitude: '9/1 8/1 1320/100',
}
const sydney: Gps = {
  GPSLatitudeRef: 'S',
  GPSLatitude: '33/1 51/1 2520/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '151/1 12/1 5400/100',
}
const nowhere: Gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '0/1 0/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '0/1 0/1 0/1',
}

/** A JPEG file as a camera with GPS could have written it. */
async function writePhoto(path: string, seed: number, day: string, gps?: Gps): Promise<void> {
  await sharp(await drawPicture({ seed, width: 240, height: 160 }))
    .withExif({ IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 10:00:00` }, ...(gps ? { IFD3: gps } : {}) })
    .jpeg()
    .toFile(path)
}

async function openWithPhotos() {
  const { libraryDir, photosDir } = makeLibrary()
  const photos = [
    ['a.jpg', '2024-06-12', lisbon],
    ['b.jpg', '2024-06-12', sydney],
    ['c.jpg', '2024-06-20', lisbon],
    ['d.jpg', '2024-06-20', nowhere],
    ['e.jpg', '2024-06-21', undefined],
  ] as const
  for (const [seed, [name, day, gps]] of photos.entries()) await writePhoto(join(photosDir, name), seed, day, gps)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const found = async (text: string) => {
    const { tiles } = await library.calls.photos.list({ filter: { text }, sort: { by: 'name', order: 'asc' } })
    return tiles.map(({ name }) => name.charAt(0)).join('')
  }
  return { library, photosDir, found }
}

test(
  'photos with a position are found by town, region and country, in English and in the chosen language',
  { tags: 'night' },
  async () => {
    const { library, found } = await openWithPhotos()
    const searches: Record<string, string> = {
      'place:lisbon': 'ac',
      'place:lis': 'ac',
      'place:portugal': 'ac',
      'place:"new south wales"': 'b',
      'place="Lisbon, Portugal"': 'ac',
      'place=Portugal,Australia': 'abc',
      'place=lis': '',
      '-place:portugal': 'bde',
      'is:located': 'abc',
      '-is:located': 'de',
    }
    for (const [text, names] of Object.entries(searches)) expect([text, await found(text)]).toEqual([text, names])
    await library.calls.settings.set({ language: 'de' })
    expect(await found('place:australien')).toBe('b')
    expect(await found('place="Sydney, Australien"')).toBe('b')
    expect(await found('place=australia')).toBe('b')
    const { tiles } = await library.calls.photos.list({ filter: { text: 'place:sydney' } })
    expect((await library.calls.photos.get({ id: tiles[0]!.id })).place).toBe('Sydney, Australien')
  },
)

test('places are counted, completed and named for days and months', async () => {
  const { library, found } = await openWithPhotos()
  const { places } = await library.calls.search.facets({ filter: {} })
  expect(places).toEqual([
    { level: 'country', place: 'Australia', label: 'Australia', count: 1 },
    { level: 'country', place: 'Portugal', label: 'Portugal', count: 2 },
    { level: 'city', place: 'Lisbon, Portugal', label: 'Lisbon, Portugal', count: 2 },
    { level: 'city', place: 'Sydney, Australia', label: 'Sydney, Australia', count: 1 },
  ])
  for (const { place, count } of places) expect(await found(`place="${place}"`)).toHaveLength(count)
  expect(await library.calls.search.complete({ text: 'portu', field: null })).toMatchObject([
    { field: 'place', value: 'Portugal', count: 2 },
    { field: 'place', value: 'Lisbon, Portugal', count: 2 },
  ])
  const sections = ['2024-06-12', '2024-06', '2024-06-21', '2024-05']
  const [day, month, ...others] = await library.calls.search.places({ filter: {}, sections })
  const both = [
    { name: 'Lisbon', country: 'Portugal' },
    { name: 'Sydney', country: 'Australia' },
  ]
  expect(day?.places).toEqual(expect.arrayContaining(both))
  expect(month).toEqual({ section: '2024-06', places: both, more: 0 })
  expect(others.map(({ places: none }) => none)).toEqual([[], []])
})

test('a photo whose file has a new position is found at its new place', { tags: 'night' }, async () => {
  const { library, photosDir, found } = await openWithPhotos()
  rmSync(join(photosDir, 'a.jpg'))
  await writePhoto(join(photosDir, 'a.jpg'), 0, '2024-06-12', sydney)
  rmSync(join(photosDir, 'c.jpg'))
  await writePhoto(join(photosDir, 'c.jpg'), 2, '2024-06-20')
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  expect(await found('place:sydney')).toBe('ab')
  expect(await found('place:lisbon')).toBe('')
  expect(await found('-is:located')).toBe('cde')
})
