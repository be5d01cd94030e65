import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../src-main/library/library.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { createFakeEngine } from './library/fake-engine.ts'
import { makeLibrary, openCore } from './library/open-core.ts'

test('a library whose engine cannot be created is released, and may be opened again', async () => {
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
  const { core } = await openCore(libraryDir)
  expect(await core.library.library.info()).toMatchObject({ photoCount: 0 })
})

test('a part that does not close cleanly is logged, and all others close, the lock last', async () => {
  const { libraryDir } = makeLibrary()
  const engine = createFakeEngine()
  const { core, log } = await openCore(libraryDir, { engine })
  engine.close = async () => {
    await expect(openCore(libraryDir)).rejects.toMatchObject({ code: 'library-in-use' })
    throw new Error('no answer')
  }
  await core.close()
  await core.close()
  expect(log.filter(({ level }) => level === 'error')).toMatchObject([
    {
      message: 'A part of the library did not close cleanly',
      details: { error: expect.stringContaining('no answer') as string },
    },
  ])
  const again = await openCore(libraryDir)
  expect(await again.core.library.folders.list()).toEqual([])
})
