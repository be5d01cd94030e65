import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveLibrary } from '../../../core/core/killed-library.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { sharedModels } from '../../../fixtures/shared.ts'
import { runHere } from '../run-here.ts'

/** A window is open on the library. */
async function openBesides() {
  const base = tempFolder()
  const [dataDir, folder, temporary] = [join(base, 'data'), join(base, 'photos'), join(base, 'temporary')]
  mkdirSync(temporary)
  await drawPhotos(folder, 1, { width: 400, height: 300 })
  const served = await serveLibrary({ dataDir, temporary, root: base, folder })
  onTestFinished(() => (served.close(), void served.process.kill('SIGKILL')))
  return { dataDir, library: served.client.library }
}

test('models are listed and removed beside an open window', async () => {
  const { dataDir } = await openBesides()
  expect((await runHere(dataDir, 'list')).stderr).toContain('is in use')
  expect(await runHere(dataDir, 'models', 'list')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('yolox-s-int8'),
  })
  expect(await runHere(dataDir, 'models', 'remove', 'yolox-s-int8')).toMatchObject({ code: 0 })
})

test.skipIf(!sharedModels())('models that are installed beside an open window are in use there', async () => {
  const { dataDir, library } = await openBesides()
  const installed = async () =>
    (await library.models.list()).filter(({ set, state }) => set !== 'bundled' && state === 'installed')
  expect(await installed()).toEqual([])
  expect(await runHere(dataDir, 'models', 'install', '--from', sharedModels()!)).toMatchObject({ code: 0 })
  await expect.poll(async () => (await library.library.info()).engine.isComplete).toBe(true)
  expect((await installed()).length).toBeGreaterThan(0)
})
