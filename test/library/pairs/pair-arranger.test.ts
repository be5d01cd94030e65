import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore, until } from '../library/open-core.ts'

test('pairs are one photo, hashed both, and follow the settings while the library is open', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [first] = await drawPhotos(photosDir, 2, { width: 200, height: 150 })
  cpSync(first!, join(photosDir, 'photo-001.dng'))
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const list = async () => (await core.library.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
  expect((await list()).map(({ name }) => name)).toEqual(['photo-001.jpg', 'photo-002.jpg'])
  expect(await core.verify({})).toMatchObject({ equal: 3, notRecorded: 0 })

  await core.library.settings.set({ mainOfPair: 'raw' })
  await until(list, (tiles) => tiles[0]?.name === 'photo-001.dng' && tiles[0].status === 'ready')
  await core.library.settings.set({ pairing: 'apart' })
  await until(list, (tiles) => tiles.length === 3 && tiles.every(({ status }) => status === 'ready'))
  await core.library.settings.set({ pairing: 'together', mainOfPair: 'picture' })
  const tiles = await until(list, (seen) => seen.length === 2 && seen.every(({ status }) => status === 'ready'))
  expect(tiles.map(({ name }) => name)).toEqual(['photo-001.jpg', 'photo-002.jpg'])
})
