/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from './open-test-library.ts'

/**
 * Another process that opens the library, rates the first photos and reports when it is in the middle of the analysis.
 */
function program(libraryDir: string, photosDir: string): string {
  const from = (file: string) => JSON.stringify(join(repositoryDir, file))
  return `
    const { createLibrary } = await import(${from('src-main/library/library.ts')})
    const { createFakeEngine } = await import(${from('test/library/library/fake-engine.ts')})
    const quiet = () => undefined
    const engine = createFakeEngine()
    const analyse = engine.analyse
    engine.analyse = async (request) => {
      if (engine.seen.length === 4) engine.hold = true
      return analyse(request)
    }
    const library = await createLibrary({ libraryDir: ${JSON.stringify(libraryDir)}, resourcesDir: ${from('resources')}, modelsDir: ${JSON.stringify(join(libraryDir, 'models'))}, log: { debug: quiet, info: quiet, warn: quiet, error: quiet }, owner: 'doomed', watch: true }, { createLocal: () => engine })
    await library.hostCalls.addFolder({ path: ${JSON.stringify(photosDir)} })
    for (;;) {
      const { analysed } = await library.calls.analysis.status()
      if (analysed === 4) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const ids = await library.calls.photos.ids({})
    await library.calls.photos.rate({ ids, rating: 2 })
    console.log('ready')
  `
}

test('a process killed during the analysis loses nothing but the photos in progress', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 8)
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(libraryDir, photosDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const { library, engine, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({})
  expect(tiles.map((tile) => [tile.status, tile.rating])).toEqual(Array.from({ length: 8 }, () => ['ready', 2]))
  expect(engine.seen).toHaveLength(4)
  expect(log.filter((line) => line.level === 'error')).toEqual([])
})
