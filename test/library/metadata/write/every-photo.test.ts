/** @module-tag night */

import { copyFileSync, chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extensionOf, pictureExtensions } from '../../../../src-main/base/formats/extensions.ts'
import { imageHashOf } from '../../../../src-main/base/formats/image-data/image-hash.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { sharedPhotos } from '../../../fixtures/shared.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'
import { readBack } from './writing.ts'

const shared = sharedPhotos()

/** Copies the test photos; sidecars of other programs each get a photo. */
async function copyAll(photosDir: string): Promise<Map<string, Buffer>> {
  for (const folder of ['formats', 'robustness', 'formats/xmp'])
    for (const entry of filesIn(join(shared!, folder))) {
      const place = join(photosDir, `${folder.replace('/', '-')}-${entry.name}`)
      const isSidecar = extensionOf(entry.name) === 'xmp'
      copyFileSync(join(shared!, folder, entry.name), isSidecar ? place.replace(/\.xmp$/, '.jpg.xmp') : place)
      chmodSync(isSidecar ? place.replace(/\.xmp$/, '.jpg.xmp') : place, 0o644)
      const seed = readdirSync(photosDir).length
      if (isSidecar) writeFileSync(place.replace(/\.xmp$/, '.jpg'), await drawPicture({ width: 8, height: 8, seed }))
    }
  return bytesOf(photosDir)
}

const filesIn = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile())

const bytesOf = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const))

const namesOf = (files: ReadonlyMap<string, Buffer>) => [...files.keys()].toSorted()

describe.skipIf(shared === null)('every test photo', () => {
  test.each(['sidecars', 'files'] as const)(
    'imported, written into %s and undone, has its original bytes',
    async (mode) => {
      const { libraryDir, photosDir } = makeLibrary()
      const before = await copyAll(photosDir)
      const photos = namesOf(before).filter((name) => pictureExtensions.has(extensionOf(name)))
      const { library } = await openTestLibrary(libraryDir, { watch: false })
      const { calls, hostCalls } = library
      await calls.settings.set({ pairing: 'apart' })
      await calls.metadata.setMode({ mode })
      await hostCalls.addFolder({ path: photosDir })
      await hostCalls.waitUntilIdle()
      const { tiles } = await calls.photos.list({ limit: 500 })
      expect(tiles.map(({ name }) => name).toSorted()).toEqual(photos)
      expect(bytesOf(photosDir)).toEqual(before)

      const ids = tiles.map(({ id }) => id)
      await calls.photos.rate({ ids, rating: 4 })
      await calls.photos.addTag({ ids, name: 'Wald & Wiese' })
      const state = await calls.metadata.write()
      const refused = await calls.metadata.failures({ limit: 1000 })
      expect(state.pending).toBe(refused.length)
      const refusedIds = new Set(refused.map(({ photoId }) => photoId))
      const written = tiles.filter(({ id }) => !refusedIds.has(id)).map(({ name }) => name)
      if (mode === 'sidecars') expect(refused).toEqual([])
      else expect(written.length).toBeGreaterThan(100)
      const unread: string[] = []
      for (const name of photos) {
        const [was, is] = [before.get(name)!, readFileSync(join(photosDir, name))]
        if (mode === 'sidecars' || !written.includes(name)) expect(is.equals(was), name).toBe(true)
        else expect(imageHashOf(is), name).toBe(imageHashOf(was))
        if (written.includes(name) && (await readBack(join(photosDir, name))).rating !== 4) unread.push(name)
      }
      expect(unread).toEqual([])

      await calls.history.undo({})
      await calls.history.undo({})
      await calls.metadata.write()
      const after = bytesOf(photosDir)
      expect(namesOf(after)).toEqual(namesOf(before))
      for (const [name, bytes] of before) expect(after.get(name)!.equals(bytes), name).toBe(true)
    },
  )
})
