import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withCameraPicture } from '../../fixtures/camera-files.ts'
import { drawPhoto, drawPicture } from '../../fixtures/pictures.ts'
import { differenceHash, hammingDistance } from './difference-hash.ts'
import { drawFramed, framedSize, redFrame, shareOfRed } from '../../fixtures/framed-picture.ts'
import { cropOfFrame, type PhotoCrop } from '../../../src-main/contract/library/photo-crop.ts'
import { turnCrop } from '../../../src-main/base/formats/exif/turn-crop.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const openWithPhoto = (orientation?: number) =>
  openWith((file) => drawPhoto(file, { width: 2000, height: 1500, seed: 3, orientation }))

/** A library with one photo without a thumbnail, whose file `make` writes. */
async function openWith(make: (file: string) => Promise<unknown>) {
  const { libraryDir, photosDir } = makeLibrary()
  const file = join(photosDir, 'a.jpg')
  await make(file)
  const opened = await openTestLibrary(libraryDir)
  opened.engine.makesThumbnails = false
  await opened.library.calls.analysis.pause()
  await opened.library.hostCalls.addFolder({ path: photosDir })
  await until(
    () => opened.library.calls.photos.list({}),
    (page) => page.total === 1 && page.tiles[0]!.width > 0,
  )
  const photoId = (await opened.library.hostCalls.findPhoto({ path: file }))!
  return { ...opened, libraryDir, file, photoId }
}

test(
  'an unanalysed photo has an upright thumbnail, and another one after its analysis',
  { tags: 'night' },
  async () => {
    const { library, file, photoId } = await openWithPhoto(6)
    const passing = (await library.serveImage({ photoId, kind: 'thumb' }))!
    const decoded = await sharp(passing.bytes).autoOrient().toBuffer({ resolveWithObject: true })
    expect(decoded.info).toMatchObject({ width: 240, height: 320 })
    expect(hammingDistance(await differenceHash(passing.bytes), await differenceHash(file))).toBeLessThanOrEqual(6)
    await library.calls.analysis.resume()
    await library.hostCalls.waitUntilIdle()
    const kept = (await library.serveImage({ photoId, kind: 'thumb' }))!
    expect(kept.type).toBe('image/webp')
    expect(kept.etag).not.toBe(passing.etag)
  },
)

/** A library with one photo with a small picture by its camera, and no thumbnail yet. */
async function openWithCameraPicture(size: { width: number; height: number }, orientation = 1) {
  const jpeg = await drawPicture({ width: 1500, height: 1000, seed: 3 })
  const shown = await sharp(jpeg)
    .resize(size.width, Math.round(size.width / 1.5))
    .toBuffer()
  const picture = await sharp(shown)
    .resize({ ...size, fit: 'contain', background: '#000' })
    .jpeg({ quality: 90 })
    .toBuffer()
  return openWith((file) => writeFile(file, withCameraPicture(jpeg, picture, orientation)))
}

test('the engine wakes for an opened photo, and not for a list', async () => {
  const { library, engine, photoId } = await openWithPhoto()
  let wakes = 0
  engine.wake = () => void wakes++
  await library.serveImage({ photoId, kind: 'thumb' })
  await library.serveImage({ photoId, kind: 'large' })
  expect(wakes).toBe(0)
  await library.serveImage({ photoId, kind: 'preview' })
  expect(wakes).toBe(1)
  // It was made before, so that nothing is rendered.
  engine.render = () => Promise.reject(new Error('not needed'))
  expect(await library.serveImage({ photoId, kind: 'preview' })).toMatchObject({ type: 'image/jpeg' })
  expect(wakes).toBe(2)
})

test("until there is a thumbnail, the camera's small picture is shown upright, even without the file", async () => {
  const { library, engine, file, photoId } = await openWithCameraPicture({ width: 150, height: 100 }, 6)
  engine.render = () => Promise.reject(new Error('not needed'))
  await rm(file)
  const { bytes, isProvisional } = (await library.serveImage({ photoId, kind: 'thumb' }))!
  const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 100, height: 150 })
  expect(isProvisional).toBe(true)
})

test('a small picture with bars around the photo needs no work: windows cut them off', async () => {
  const { library, engine, photoId } = await openWithCameraPicture({ width: 160, height: 120 }, 8)
  engine.render = () => Promise.reject(new Error('not needed'))
  const { bytes } = (await library.serveImage({ photoId, kind: 'thumb' }))!
  const { info } = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 120, height: 160 })
})

test("the camera's picture is deleted once there is a thumbnail", async () => {
  const { library, engine, photoId } = await openWithCameraPicture({ width: 150, height: 100 })
  expect((await library.serveImage({ photoId, kind: 'thumb' }))!.type).toBe('image/jpeg')
  engine.makesThumbnails = true
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  expect(await library.serveImage({ photoId, kind: 'thumb' })).toMatchObject({ type: 'image/webp' })
})

test('a preview is at most 1600 px, is cached on disk, and changes with its file', async () => {
  const { library, engine, file, libraryDir, photoId } = await openWithPhoto()
  const first = (await library.serveImage({ photoId, kind: 'preview' }))!
  expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 1600, height: 1200, format: 'jpeg' })
  expect(await readdir(join(libraryDir, 'previews'))).toHaveLength(1)
  const render = engine.render
  engine.render = () => Promise.reject(new Error('not needed'))
  expect((await library.serveImage({ photoId, kind: 'preview' }))!.etag).toBe(first.etag)
  engine.render = render
  await writeFile(file, await drawPicture({ width: 900, height: 600, seed: 8 }))
  const second = (await library.serveImage({ photoId, kind: 'preview' }))!
  expect(second.etag).not.toBe(first.etag)
  expect(await sharp(second.bytes).metadata()).toMatchObject({ width: 900, height: 600 })
})

test('if the original is gone, the thumbnail replaces the preview', async () => {
  const { library, file, photoId } = await openWithPhoto()
  await library.calls.analysis.resume()
  await library.hostCalls.waitUntilIdle()
  await rm(file)
  expect((await library.serveImage({ photoId, kind: 'preview' }))!.type).toBe('image/webp')
})

test('an unknown photo has no picture, and unwanted requests are not rendered', async () => {
  const { library, photoId } = await openWithPhoto()
  expect(await library.serveImage({ photoId: 999, kind: 'thumb' })).toBeNull()
  await expect(library.serveImage({ photoId, kind: 'preview', signal: AbortSignal.abort() })).rejects.toThrow()
})

test('a photo has a picture of each kind, and costly ones are cached', async () => {
  const { library, libraryDir, photoId } = await openWithPhoto()
  const sizes = { large: 640, wide: 1280, preview: 1600, screen: 2000, full: 2000 } as const
  for (const kind of ['large', 'wide', 'preview', 'screen', 'full'] as const) {
    const picture = (await library.serveImage({ photoId, kind }))!
    expect((await sharp(picture.bytes).metadata()).width, kind).toBe(sizes[kind])
    expect(picture.isProvisional, kind).toBeUndefined()
  }
  expect(await readdir(join(libraryDir, 'large-thumbnails'))).toHaveLength(2)
  expect(await readdir(join(libraryDir, 'previews'))).toHaveLength(2) // The pixels come from the file itself.
})

test('tiles show the middle of a panorama: its pictures are longer, also those of a crop', async () => {
  const { library, photoId } = await openWith((file) => drawPhoto(file, { width: 4000, height: 500, seed: 3 }))
  const serve = async (kind: 'large' | 'wide' | 'preview', crop?: PhotoCrop) =>
    (await sharp((await library.serveImage({ photoId, kind, ...(crop && { crop }) }))!.bytes).metadata()).width
  expect([await serve('large'), await serve('wide'), await serve('preview')]).toEqual([2560, 4000, 1600])
  const half = { left: 0, top: 0, right: 0.5, bottom: 1, angle: 0 }
  expect(await serve('large', half)).toBe(1280)
  await library.calls.photos.crop({ id: photoId, crop: { ...half, right: 0.25 } })
  expect(await serve('large')).toBe(640)
  expect(await serve('large', half)).toBe(1280)
})

test("a JPEG's full picture is the file itself; a tile of it has the same pixels", async () => {
  const { library, file, photoId } = await openWithPhoto()
  const full = (await library.serveImage({ photoId, kind: 'full' }))!
  expect(Buffer.from(full.bytes).equals(await readFile(file))).toBe(true)
  const tile = (await library.serveImage({ photoId, kind: 'full', tile: { column: 0, row: 0 } }))!
  expect(await sharp(tile.bytes).metadata()).toMatchObject({ width: 2000, height: 1500 })
  expect(hammingDistance(await differenceHash(tile.bytes), await differenceHash(file))).toBeLessThanOrEqual(2)
  expect(await library.serveImage({ photoId, kind: 'full', tile: { column: 1, row: 0 } })).toBeNull()
})

test(
  'if the original is gone its pixels are unavailable, and the substitute is temporary',
  { tags: 'night' },
  async () => {
    const { library, file, photoId } = await openWithPhoto()
    await library.calls.analysis.resume()
    await library.hostCalls.waitUntilIdle()
    await rm(file)
    expect(await library.serveImage({ photoId, kind: 'full' })).toBeNull()
    expect((await library.serveImage({ photoId, kind: 'large' }))!.isProvisional).toBe(true)
  },
)

test(
  'a turned photo is served turned in every kind, at other addresses, with and without its file',
  { tags: 'night' },
  async () => {
    const { library, file, photoId } = await openWithPhoto()
    await library.calls.analysis.resume()
    await library.hostCalls.waitUntilIdle()
    const kinds = ['thumb', 'large', 'wide', 'preview', 'screen', 'full'] as const
    const serve = async () => {
      const served = await Promise.all(kinds.map((kind) => library.serveImage({ photoId, kind })))
      const sizes = await Promise.all(
        served.map((each) => sharp(each!.bytes).autoOrient().toBuffer({ resolveWithObject: true })),
      )
      return { etags: served.map((each) => each!.etag), sizes: sizes.map(({ info }) => [info.width, info.height]) }
    }
    const before = await serve()
    await library.calls.photos.rotate({ ids: [photoId], turn: 'right' })
    const after = await serve()
    expect(after.sizes).toEqual(before.sizes.map((size) => size.toReversed()))
    for (const [place, etag] of after.etags.entries()) expect(etag).not.toBe(before.etags[place])
    const turned = await sharp(file).rotate(90).jpeg().toBuffer()
    for (const kind of kinds) {
      const { bytes } = (await library.serveImage({ photoId, kind }))!
      const upright = await sharp(bytes).autoOrient().toBuffer()
      expect(hammingDistance(await differenceHash(upright), await differenceHash(turned)), kind).toBeLessThanOrEqual(6)
    }
    const tile = (await library.serveImage({ photoId, kind: 'full', tile: { column: 0, row: 0 } }))!
    expect(await sharp(tile.bytes).metadata()).toMatchObject({ width: 1500, height: 2000 })
    for (const [place, kind] of kinds.entries()) {
      const asked = (await library.serveImage({ photoId, kind, turn: 1 }))!
      expect(asked.etag, 'an address means one picture, whatever is done meanwhile').toBe(before.etags[place])
    }
    await rm(file)
    const standIn = (await library.serveImage({ photoId, kind: 'preview' }))!
    expect(await sharp(standIn.bytes).metadata()).toMatchObject({ width: 240, height: 320 })
    await library.calls.history.undo({})
    expect((await library.serveImage({ photoId, kind: 'thumb' }))!.etag).toBe(before.etags[0])
  },
)

test.each([1, 6])('every picture of a cropped photo of orientation %i shows only the crop', async (orientation) => {
  const { library, photoId } = await openWith(async (file) => writeFile(file, await drawFramed(orientation)))
  const crop = turnCrop(orientation, framedSize, cropOfFrame(redFrame, framedSize))!
  await library.calls.photos.crop({ id: photoId, crop })
  const [tile] = await library.calls.photos.tiles({ ids: [photoId] })
  const sides = orientation === 1 ? [900, 600] : [600, 900]
  expect([tile!.width, tile!.height]).toEqual(sides)
  for (const kind of ['thumb', 'large', 'preview', 'full'] as const) {
    const { bytes } = (await library.serveImage({ photoId, kind }))!
    const { width, height } = await sharp(bytes).metadata()
    expect(width / height, kind).toBeCloseTo(sides[0]! / sides[1]!, 1)
    expect(Math.max(width, height), kind).toBe(
      Math.min(900, { thumb: 320, large: 640, preview: 1600, full: 9000 }[kind]),
    )
    expect(await shareOfRed(bytes), kind).toBeGreaterThan(0.985)
  }
  const tiled = (await library.serveImage({ photoId, kind: 'full', tile: { column: 0, row: 0 } }))!
  expect(await shareOfRed(tiled.bytes)).toBeGreaterThan(0.985)
  // The address without a crop shows everything, and so do all once the crop is undone.
  const all = (await library.serveImage({ photoId, kind: 'preview', crop: null }))!
  expect(await shareOfRed(all.bytes)).toBeLessThan(0.2)
  await library.calls.history.undo({})
  expect((await library.calls.photos.tiles({ ids: [photoId] }))[0]!.crop).toBeUndefined()
})
