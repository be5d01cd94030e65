import { cpSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawPhotos } from '../fixtures/pictures.ts'
import { makeLibrary, openCore } from './library/open-core.ts'

test('who waits for a library that closes is let go, also where a file is still being copied', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [photo] = await drawPhotos(photosDir, 1)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()

  let bytes = 1
  const grow = () => writeFileSync(join(photosDir, 'growing.jpg'), Buffer.alloc(bytes++))
  const copying = setInterval(grow, 5)
  onTestFinished(() => clearInterval(copying))
  grow()
  const other = join(photosDir, 'other.jpg')
  cpSync(photo!, other)
  utimesSync(other, 1_600_000_000, 1_600_000_000)
  await core.library.folders.rescan({})
  await expect.poll(async () => (await core.library.photos.ids({})).length).toBeGreaterThan(1)
  const waiting = core.hostCalls.waitUntilIdle()
  await core.close()
  await waiting
})
