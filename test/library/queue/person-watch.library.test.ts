import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

test('navigating and rating are work, reloading the screen is not', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2, { width: 48, height: 32 })
  const heard: boolean[] = []
  const engine = { ...createFakeEngine(), setPersonAtWork: (isAtWork: boolean) => void heard.push(isAtWork) }
  const { library } = await openTestLibrary(libraryDir, { engine })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(heard).toEqual([])
  const { tiles } = await library.calls.photos.list({})
  expect(heard).toEqual([true])
  await library.close()

  const again = await openTestLibrary(libraryDir, { engine })
  await again.library.calls.photos.rate({ ids: [tiles[0]!.id], rating: 3 })
  expect(heard).toEqual([true, true])
})
