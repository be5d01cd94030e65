import { cpSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawPhotos } from '../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from './library/open-test-library.ts'

test('closing the library releases those who wait for it, even while a file is being copied', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [photo] = await drawPhotos(photosDir, 1)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()

  let bytes = 1
  const grow = () => writeFileSync(join(photosDir, 'growing.jpg'), Buffer.alloc(bytes++))
  const copying = setInterval(grow, 5)
  onTestFinished(() => clearInterval(copying))
  grow()
  const other = join(photosDir, 'other.jpg')
  cpSync(photo!, other)
  utimesSync(other, 1_600_000_000, 1_600_000_000)
  await library.calls.folders.rescan({})
  await expect.poll(async () => (await library.calls.photos.ids({})).length).toBeGreaterThan(1)
  const waiting = library.hostCalls.waitUntilIdle()
  await library.close()
  await waiting
})
