import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openCore } from '../library/open-core.ts'

test('going elsewhere and rating are work, loading again what is on screen is none', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2, { width: 48, height: 32 })
  const heard: boolean[] = []
  const engine = { ...createFakeEngine(), setPersonAtWork: (isAtWork: boolean) => void heard.push(isAtWork) }
  const { core } = await openCore(libraryDir, { engine })
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  expect(heard).toEqual([])
  const { tiles } = await core.library.photos.list({})
  expect(heard).toEqual([true])
  await core.close()

  const again = await openCore(libraryDir, { engine })
  await again.core.library.photos.rate({ ids: [tiles[0]!.id], rating: 3 })
  expect(heard).toEqual([true, true])
})
