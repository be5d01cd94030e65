import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../src-main/library/library.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { createFakeEngine } from './library/fake-engine.ts'
import { makeLibrary, openTestLibrary } from './library/open-test-library.ts'

test('a library whose engine cannot be created is released and can be opened again', async () => {
  const { libraryDir } = makeLibrary()
  const quiet = () => undefined
  const opening = createLibrary(
    {
      libraryDir,
      resourcesDir,
      modelsDir: join(libraryDir, '..', 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'test',
      watch: true,
    },
    { createLocal: () => Promise.reject(new Error('no models')) },
  )
  await expect(opening).rejects.toThrow('no models')
  const { library } = await openTestLibrary(libraryDir)
  expect(await library.calls.library.info()).toMatchObject({ photoCount: 0 })
})

test('a part that fails to close is logged; all others still close, the lock last', async () => {
  const { libraryDir } = makeLibrary()
  const engine = createFakeEngine()
  const { library, log } = await openTestLibrary(libraryDir, { engine })
  engine.close = async () => {
    await expect(openTestLibrary(libraryDir)).rejects.toMatchObject({ code: 'library-in-use' })
    throw new Error('no answer')
  }
  await library.close()
  await library.close()
  expect(log.filter(({ level }) => level === 'error')).toMatchObject([
    {
      message: 'A part of the library did not close cleanly',
      details: { error: expect.stringContaining('no answer') as string },
    },
  ])
  const again = await openTestLibrary(libraryDir)
  expect(await again.library.calls.folders.list()).toEqual([])
})
