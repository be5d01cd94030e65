import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPhoto, drawPicture } from '../../fixtures/pictures.ts'
import { differenceHash, hammingDistance } from './difference-hash.ts'
import { makeLibrary, openCore, until } from '../core/open-core.ts'

async function openWithPhoto(orientation?: number) {
  const { libraryDir, photosDir } = makeLibrary()
  const file = await drawPhoto(join(photosDir, 'a.jpg'), { width: 2000, height: 1500, seed: 3, orientation })
  const opened = await openCore(libraryDir)
  await opened.core.library.analysis.pause()
  await opened.core.hostCalls.addFolder({ path: photosDir })
  await until(
    () => opened.core.library.photos.list({}),
    (page) => page.total === 1 && page.tiles[0]!.width > 0,
  )
  const photoId = (await opened.core.hostCalls.findPhoto({ path: file }))!
  return { ...opened, libraryDir, file, photoId }
}

test('a photo that is not analysed yet has an upright thumbnail, and another one once it is', async () => {
  const { core, file, photoId } = await openWithPhoto(6)
  const passing = (await core.serveImage({ photoId, kind: 'thumb' }))!
  const facts = await sharp(passing.bytes).autoOrient().toBuffer({ resolveWithObject: true })
  expect(facts.info).toMatchObject({ width: 240, height: 320 })
  expect(hammingDistance(await differenceHash(passing.bytes), await differenceHash(file))).toBeLessThanOrEqual(6)
  await core.library.analysis.resume()
  await core.hostCalls.waitUntilIdle()
  const kept = (await core.serveImage({ photoId, kind: 'thumb' }))!
  expect(kept.type).toBe('image/webp')
  expect(kept.etag).not.toBe(passing.etag)
})

test('a preview is at most 1600 px, is kept on disk, and changes with its file', async () => {
  const { core, engine, file, libraryDir, photoId } = await openWithPhoto()
  const first = (await core.serveImage({ photoId, kind: 'preview' }))!
  expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 1600, height: 1200, format: 'jpeg' })
  expect(await readdir(join(libraryDir, 'previews'))).toHaveLength(1)
  const render = engine.render
  engine.render = () => Promise.reject(new Error('not needed'))
  expect((await core.serveImage({ photoId, kind: 'preview' }))!.etag).toBe(first.etag)
  engine.render = render
  await writeFile(file, await drawPicture({ width: 900, height: 600, seed: 8 }))
  const second = (await core.serveImage({ photoId, kind: 'preview' }))!
  expect(second.etag).not.toBe(first.etag)
  expect(await sharp(second.bytes).metadata()).toMatchObject({ width: 900, height: 600 })
})

test('where the original is gone, the thumbnail stands in for the preview', async () => {
  const { core, file, photoId } = await openWithPhoto()
  await core.library.analysis.resume()
  await core.hostCalls.waitUntilIdle()
  await rm(file)
  expect((await core.serveImage({ photoId, kind: 'preview' }))!.type).toBe('image/webp')
})

test('an unknown photo has no picture, and what is no longer wanted is not made', async () => {
  const { core, photoId } = await openWithPhoto()
  expect(await core.serveImage({ photoId: 999, kind: 'thumb' })).toBeNull()
  await expect(core.serveImage({ photoId, kind: 'preview', signal: AbortSignal.abort() })).rejects.toThrow()
})
