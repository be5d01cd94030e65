import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLibrary } from '../../../../src-main/library/library.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { sharedModels } from '../../../fixtures/shared.ts'
import { silentLog } from '../../small-library.ts'
import { runHere } from '../run-here.ts'

/** The library is open, as in a window. */
async function openBesides() {
  const dataDir = tempFolder()
  const library = await createLibrary({
    libraryDir: join(dataDir, 'library'),
    resourcesDir,
    modelsDir: join(dataDir, 'models'),
    log: silentLog,
    owner: 'a window',
    watch: true,
  })
  onTestFinished(() => library.close())
  return { dataDir, library: library.calls }
}

test('models are listed and removed while a window is open', { tags: 'night' }, async () => {
  const { dataDir } = await openBesides()
  expect((await runHere(dataDir, 'list')).stderr).toContain('is in use')
  expect(await runHere(dataDir, 'models', 'list')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('yolox-s-int8'),
  })
  expect(await runHere(dataDir, 'models', 'remove', 'yolox-s-int8')).toMatchObject({ code: 0 })
})

test.skipIf(!sharedModels())('models installed while a window is open are used there', async () => {
  const { dataDir, library } = await openBesides()
  const installed = async () =>
    (await library.models.list()).filter(({ set, state }) => set !== 'bundled' && state === 'installed')
  expect(await installed()).toEqual([])
  expect(await runHere(dataDir, 'models', 'install', '--from', sharedModels()!)).toMatchObject({ code: 0 })
  await expect.poll(async () => (await library.library.info()).engine.isComplete).toBe(true)
  expect((await installed()).length).toBeGreaterThan(0)
})
