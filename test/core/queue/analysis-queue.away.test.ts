import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { createFakeEngine } from '../core/fake-engine.ts'
import { makeLibrary, openCore } from '../core/open-core.ts'

test('a file that was away for a moment while it was analysed is analysed again', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const file = join(photosDir, 'photo-001.jpg')
  const engine = createFakeEngine()
  const { analyse } = engine
  let isAway = true
  engine.analyse = async (request) => {
    if (request.path !== file || !isAway) return analyse(request)
    isAway = false
    await rename(file, `${file}.away`)
    const outcome = await analyse(request)
    await rename(`${file}.away`, file)
    return outcome
  }
  const { core } = await openCore(libraryDir, { engine, watch: false })
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  const { tiles } = await core.library.photos.list({})
  expect(tiles.map(({ status }) => status)).toEqual(['ready', 'ready'])
})
