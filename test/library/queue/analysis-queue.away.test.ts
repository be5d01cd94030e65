import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

test('a file that vanishes whenever it is analysed is analysed once it stays', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const file = join(photosDir, 'photo-001.jpg')
  const engine = createFakeEngine()
  const { analyse } = engine
  let leaves = 2
  engine.analyse = async (request) => {
    if (request.path !== file || leaves === 0) return analyse(request)
    leaves -= 1
    await rename(file, `${file}.away`)
    const outcome = await analyse(request)
    await rename(`${file}.away`, file)
    return outcome
  }
  const { library } = await openTestLibrary(libraryDir, { engine, watch: false })
  await library.hostCalls.addFolder({ path: photosDir })
  const state = async () => {
    await library.calls.analysis.resume() // ends pauses
    await library.hostCalls.waitUntilIdle()
    return (await library.calls.photos.list({})).tiles.map(({ status }) => status)
  }
  await expect.poll(state).toEqual(['ready', 'ready'])
})

test.each([
  ['analysed by themselves', true],
  ['given pictures while the analysis is paused', false],
] as const)('photos of a folder that vanished and returned are %s', async (_what, isRunning) => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 4)
  const engine = createFakeEngine()
  engine.hold = true
  const { library } = await openTestLibrary(libraryDir, { engine })
  const { photos, folders, analysis } = library.calls
  const statuses = async () => (await photos.list({})).tiles.map(({ status }) => status)
  if (!isRunning) await analysis.pause()
  engine.makesThumbnails = false
  await library.hostCalls.addFolder({ path: photosDir })
  await expect.poll(() => photos.list({})).toMatchObject({ total: 4 })
  if (isRunning) await expect.poll(() => engine.seen.length).toBe(2)

  await rename(photosDir, `${photosDir}-away`)
  engine.release()
  engine.makesThumbnails = true
  await expect.poll(() => folders.list()).toMatchObject([{ isAvailable: false }])
  await library.hostCalls.waitUntilIdle()
  expect(await statuses()).toEqual(Array(4).fill('offline'))

  await rename(`${photosDir}-away`, photosDir)
  if (isRunning) await expect.poll(statuses).toEqual(Array(4).fill('ready'))
  else await expect.poll(() => new Set(engine.pictured).size).toBe(4)
})
