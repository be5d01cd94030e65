import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { endlessHeif } from '../metadata/heif-file.ts'
import { makeLibrary, openTestLibrary } from './open-test-library.ts'

test('files that stop their reader stop nothing else', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const good = await drawPhoto(join(photosDir, 'good.jpg'))
  writeFileSync(join(photosDir, 'endless.heic'), endlessHeif)
  writeFileSync(`${good}.xmp`, '')
  truncateSync(`${good}.xmp`, 600_000_000)
  const { library, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({})
  expect(tiles).toHaveLength(2)
  expect(tiles.every(({ status }) => status !== 'pending')).toBe(true)
  const photo = await library.calls.photos.get({ id: (await library.hostCalls.findPhoto({ path: good }))! })
  expect(photo.status).toBe('ready')
  expect(inEnglish(photo.metadataProblem)).toMatch(/good\.jpg\.xmp has 600 MB/)
  const reported = (await library.examine()).map(({ message }) => inEnglish(message))
  expect(reported).toContainEqual(expect.stringMatching(/metadata of 1 photo .*good\.jpg: The sidecar/))
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
})
