import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

test('days are sent again only to those who have others, and marks change none', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const picture = sharp(await drawPicture({ seed: 1, width: 120, height: 80 }))
  const taken = { IFD2: { DateTimeOriginal: '2024:06:12 10:00:00' } }
  await picture.withExif(taken).jpeg().toFile(join(photosDir, 'a.jpg'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { days } = library.calls.search

  const { key, days: first } = await days({})
  expect(first).toEqual([{ day: '2024-06-12', count: 1 }])
  expect(await days({ known: key })).toEqual({ key, days: null, isReading: false })
  const { tiles } = await library.calls.photos.list({})
  await library.calls.photos.rate({ ids: tiles.map(({ id }) => id), rating: 3 })
  expect(await days({ known: key })).toEqual({ key, days: null, isReading: false })
  expect((await days({ filter: { takenTo: '2020-01-01' }, known: key })).days).toEqual([])
})
