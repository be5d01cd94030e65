import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { uploadLongSide } from '../../../src-main/analysis/decode/upload-picture.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'

test.each([
  [{ width: 3000, height: 2000 }, 640, 960],
  [{ width: 2000, height: 3000 }, 640, 960],
  [{ width: 500, height: 400 }, 640, 500],
  [{ width: 90_000, height: 1000 }, 640, 8192],
])('%o with a shorter side of %i is sent with a longer side of %i', (size, side, long) =>
  expect(uploadLongSide(size, side)).toBe(long),
)

test('one decode gives the usual working raster and the picture to send', { tags: 'night' }, async () => {
  const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 2400, height: 1600 })
  const [plain, both] = [await decodePhoto(path), await decodePhoto(path, { uploadSide: 640 })]
  expect(plain.upload).toBeUndefined()
  expect([both.pixels.width, both.pixels.height]).toEqual([plain.pixels.width, plain.pixels.height])
  const apart =
    both.pixels.data.reduce((sum, value, i) => sum + Math.abs(value - plain.pixels.data[i]!), 0) /
    both.pixels.data.length
  expect(apart).toBeLessThan(1.5)
  const info = await sharp(both.upload?.bytes).metadata()
  expect([info.format, info.width, info.height, info.space, info.exif, info.icc]).toEqual([
    'jpeg',
    960,
    640,
    'srgb',
    undefined,
    undefined,
  ])
  expect(await both.hashes()).toEqual(await plain.hashes())
})

test('an upload larger than the working raster of a square photo, and a small one', async () => {
  const square = await drawPhoto(join(tempFolder(), 'square.jpg'), { width: 1500, height: 1500 })
  expect((await decodePhoto(square, { uploadSide: 1000 })).upload).toMatchObject({ width: 1000, height: 1000 })
  expect((await decodePhoto(square, { uploadSide: 300 })).upload).toMatchObject({ width: 300, height: 300 })
})
