import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

test('pairs are one photo, both files are hashed, and they follow the settings while the library is open', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [first] = await drawPhotos(photosDir, 2, { width: 200, height: 150 })
  cpSync(first!, join(photosDir, 'photo-001.dng'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const list = async () => (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
  expect((await list()).map(({ name }) => name)).toEqual(['photo-001.jpg', 'photo-002.jpg'])
  expect(await library.verify({})).toMatchObject({ equal: 3, notRecorded: 0 })

  await library.calls.settings.set({ mainOfPair: 'raw' })
  await until(list, (tiles) => tiles[0]?.name === 'photo-001.dng' && tiles[0].status === 'ready')
  await library.calls.settings.set({ pairing: 'apart' })
  await until(list, (tiles) => tiles.length === 3 && tiles.every(({ status }) => status === 'ready'))
  await library.calls.settings.set({ pairing: 'together', mainOfPair: 'picture' })
  const tiles = await until(list, (seen) => seen.length === 2 && seen.every(({ status }) => status === 'ready'))
  expect(tiles.map(({ name }) => name)).toEqual(['photo-001.jpg', 'photo-002.jpg'])
})
