import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shrinkToGrey } from '../../../src-main/analysis/text/shrink-to-grey.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { lumaOf } from '../../../src-main/base/color/luma.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const greyRaster = (width: number, levels: readonly number[]) => ({
  width,
  height: levels.length / width,
  data: Uint8Array.from(levels.flatMap((level) => [level, level, level])),
})

test('a pixel counts for the two new ones beside it, by its distance', () => {
  const raster = greyRaster(4, [0, 10, 20, 30, 40, 50, 60, 70])
  expect(shrinkToGrey(raster, 4, 2).levels).toEqual(Uint8Array.of(0, 10, 20, 30, 40, 50, 60, 70))
  // by weights 1, 0.75, 0.25 and 0
  expect([...shrinkToGrey(greyRaster(4, [0, 80, 160, 240]), 2, 1).levels]).toEqual([50, 190])
})

test('at a size that is no fraction of its own a photo is the same as by libvips', async () => {
  const { pixels } = await decodePhoto(await drawPicture({ width: 600, height: 450, seed: 4 }))
  const raw = { width: pixels.width, height: pixels.height, channels: 3 } as const
  const wanted = await sharp(pixels.data, { raw }).resize(320, 224, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  const { levels } = shrinkToGrey(pixels, 320, 224)
  const apart = levels.reduce(
    (sum, level, i) => sum + Math.abs(level - lumaOf(wanted[3 * i]!, wanted[3 * i + 1]!, wanted[3 * i + 2]!)),
    0,
  )
  expect(apart / levels.length).toBeLessThan(3)
})

test('a raster that is smaller is refused', () => {
  expect(() => shrinkToGrey(greyRaster(2, [0, 0]), 3, 1)).toThrow(RangeError)
})
