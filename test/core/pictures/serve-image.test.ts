import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPreviewCache } from '../../../src-main/core/pictures/preview-cache.ts'
import { readEmbeddedThumbnail } from '../../../src-main/core/pictures/embedded-thumbnail.ts'
import { tempFolder } from '../../fixtures/folders.ts'
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

test('the cache of previews stays within its bound and keeps what was used last', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = createPreviewCache(folder, 250)
  for (const key of ['a', 'b']) await cache.put(key, Buffer.alloc(100, key))
  await cache.get('a')
  await cache.put('c', Buffer.alloc(100, 'c'))
  expect((await readdir(folder)).sort()).toEqual(['a.jpg', 'c.jpg'])
  const again = createPreviewCache(folder, 250)
  expect(Buffer.from((await again.get('a'))!).toString()).toBe('a'.repeat(100))
  expect(await again.get('b')).toBeNull()
})

test('the thumbnail inside a camera file is shown upright without decoding, unless it has black bars', async () => {
  const folder = tempFolder('thumbnail')
  const big = await drawPicture({ width: 600, height: 400, seed: 4 })
  const file = join(folder, 'a.jpg')
  const small = await sharp(big).resize(150, 100).jpeg().toBuffer()
  await writeFile(file, withThumbnail(big, small))
  const found = (await readEmbeddedThumbnail(file, { width: 400, height: 600, orientation: 6 }))!
  const { info } = await sharp(found).autoOrient().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 100, height: 150 })
  expect(await readEmbeddedThumbnail(file, { width: 500, height: 500, orientation: 1 })).toBeNull()
})

/** A JPEG with a thumbnail in the second directory of its EXIF. */
function withThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(0, 8) // An empty first directory,
  tiff.writeUInt32BE(14, 10) // then the second:
  tiff.writeUInt16BE(2, 14)
  const entry = (at: number, tag: number, value: number) => {
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(4, at + 2)
    tiff.writeUInt32BE(1, at + 4)
    tiff.writeUInt32BE(value, at + 8)
  }
  entry(16, 0x0201, 44)
  entry(28, 0x0202, thumbnail.length)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, thumbnail])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
