import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Core, Diagnosis } from '../../../src-main/core/core.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openCore } from '../core/open-core.ts'

const areaOf = async (core: Core, area: Diagnosis['area']) =>
  (await core.examine()).filter((each) => each.area === area).map(({ level, message }) => `${level}: ${message}`)

test('a new library is told to add a folder, and its catalogue is whole', async () => {
  const { core } = await openCore(makeLibrary().libraryDir)
  expect(await areaOf(core, 'folders')).toEqual(['hint: No folder is watched.'])
  expect(await areaOf(core, 'catalogue')).toEqual(['good: The catalogue is whole.'])
  expect(await areaOf(core, 'photos')).toEqual(['good: 0 photos, 0 waiting for analysis.'])
  expect((await core.examine()).every(({ level, advice }) => (level === 'good') === (advice === ''))).toBe(true)
})

test('photos that cannot be read, and folders that cannot be reached, are named', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  await writeFile(join(photosDir, 'bad.jpg'), 'no picture at all')
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  expect(await areaOf(core, 'folders')).toEqual([`good: ${photosDir} can be read.`])
  expect(await areaOf(core, 'photos')).toEqual([
    'good: 3 photos, 0 waiting for analysis.',
    'hint: 1 photos could not be read.',
  ])

  await rename(photosDir, `${photosDir}-unplugged`)
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
  expect(await areaOf(core, 'folders')).toEqual([`problem: ${photosDir} cannot be reached; its photos are kept.`])
  expect(await areaOf(core, 'photos')).toContain('hint: 3 photos lie in folders that are away.')
})

test('the disk of the library says how much is free', async () => {
  const { libraryDir } = makeLibrary()
  const { core } = await openCore(libraryDir)
  const [line] = await areaOf(core, 'disk')
  expect(line).toMatch(/: \d+\.\d GB are free for /)
  expect(line).toContain(libraryDir)
})
