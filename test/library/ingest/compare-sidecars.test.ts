import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'
import { xmpPacket } from '../metadata/photo-file.ts'

test('a scan notices sidecars that were added, changed or deleted while nothing was watched', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const photo = await drawPhoto(join(photosDir, 'a.jpg'))
  await drawPhoto(join(photosDir, 'b.jpg'), { seed: 2 })
  /** Opens the library without the watcher's memory; returns the rating, and the engine's requests. */
  const scan = async () => {
    rmSync(join(libraryDir, 'watch'), { recursive: true, force: true })
    const { library, engine } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const { rating } = await library.calls.photos.get({ id: (await library.hostCalls.findPhoto({ path: photo }))! })
    await library.close()
    return { rating, analysed: engine.seen.length }
  }
  const rate = (sidecar: string, rating: number) =>
    writeFileSync(join(photosDir, sidecar), xmpPacket(`xmp:Rating="${rating}"`))
  expect(await scan()).toEqual({ rating: 0, analysed: 2 })
  rate('a.xmp', 3)
  expect(await scan()).toEqual({ rating: 3, analysed: 0 })
  rate('a.jpg.xmp', 5)
  expect(await scan()).toEqual({ rating: 5, analysed: 0 })
  rmSync(join(photosDir, 'a.jpg.xmp'))
  expect(await scan()).toEqual({ rating: 3, analysed: 0 })
  rmSync(join(photosDir, 'a.xmp'))
  expect(await scan()).toEqual({ rating: 0, analysed: 0 })
})
