import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderFull } from '../../../src-main/analysis/decode/render-full.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto, drawPicture } from '../../fixtures/pictures.ts'

const ask = (path: string, tile: Parameters<typeof renderFull>[0]['tile'] = null) =>
  renderFull({ path, tile, quality: 95 })

const pixelsOf = (picture: string | Uint8Array) =>
  sharp(picture).autoOrient().toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** The mean difference of two pictures of one size, in levels. */
async function distance(one: string | Uint8Array, other: string | Uint8Array): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height])
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - b.data[at]!), 0) / a.data.length
}

test.each(['jpeg', 'png', 'webp'] as const)('the bytes of a %s are passed on unchanged', async (format) => {
  const path = await drawPhoto(join(tempFolder(), `a.${format}`), { format })
  const picture = await ask(path)
  expect(picture).toMatchObject({ type: `image/${format}`, width: 640, height: 427, isOwn: true })
  expect(Buffer.from(picture.bytes).equals(await readFile(path))).toBe(true)
})

test('a turned JPEG is passed on with its upright size, since browsers turn it themselves', async () => {
  const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { orientation: 6 })
  expect(await ask(path)).toMatchObject({ width: 427, height: 640, isOwn: true })
})

test.each(['tiff', 'avif'] as const)('a %s becomes a JPEG of the same pixels', async (format) => {
  const path = await drawPhoto(join(tempFolder(), `a.${format}`), { format })
  const picture = await ask(path)
  expect(picture).toMatchObject({ type: 'image/jpeg', width: 640, height: 427 })
  expect(picture.isOwn).toBeUndefined()
  expect(await distance(picture.bytes, path)).toBeLessThan(2)
})

test('print colours become screen colours', async () => {
  const path = join(tempFolder(), 'print.jpg')
  await writeFile(
    path,
    await sharp(await drawPicture())
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer(),
  )
  const picture = await ask(path)
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' })
  expect(picture.isOwn).toBeUndefined()
})

test('a picture with transparency is laid on white', async () => {
  const path = join(tempFolder(), 'clear.png')
  const clear = { width: 8, height: 8, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  await writeFile(path, await sharp({ create: clear }).png().toBuffer())
  const { data } = await pixelsOf((await ask(path)).bytes)
  expect([...new Set(data)]).toEqual([255])
})

test.each([1, 3, 6, 8])(
  'a tile of a photo with orientation %i is that part of the upright photo',
  async (orientation) => {
    const path = await drawPhoto(join(tempFolder(), 'a.png'), { format: 'png', orientation })
    const upright = await sharp(path).autoOrient().png().toBuffer()
    const part = await sharp(upright).extract({ left: 100, top: 60, width: 200, height: 150 }).png().toBuffer()
    const tile = await ask(path, { x1: 100, y1: 60, x2: 300, y2: 210 })
    expect(tile).toMatchObject({ width: 200, height: 150 })
    expect(await distance(tile.bytes, part)).toBeLessThan(2)
  },
)

test("a tile ends at the photo's edge, and outside the photo there is none", async () => {
  const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
  expect(await ask(path, { x1: 512, y1: 256, x2: 1024, y2: 768 })).toMatchObject({ width: 128, height: 171 })
  await expect(ask(path, { x1: 640, y1: 0, x2: 1280, y2: 640 })).rejects.toMatchObject({ code: 'file-unreadable' })
  await expect(ask(join(tempFolder(), 'gone.jpg'))).rejects.toMatchObject({ code: 'file-missing' })
})
