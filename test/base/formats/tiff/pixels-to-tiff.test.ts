import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pixelsToTiff } from '../../../../src-main/base/formats/tiff/pixels-to-tiff.ts'

const [width, height] = [3, 2]
const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => i * 14)

test.each([0, 1])('the profile and the pixels are in the file, at even offsets: %i', async (odd) => {
  const png = await sharp({ create: { width, height, channels: 3, background: '#468' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
  const { icc } = await sharp(png).metadata()
  const profile = Buffer.concat([icc!, Buffer.alloc((icc!.length + odd) % 2)])
  const tiff = pixelsToTiff({ width, height, data, profile })
  expect((await sharp(tiff).metadata()).icc).toEqual(profile)
  expect(tiff.subarray(-data.length)).toEqual(Buffer.from(data))
  expect(tiff.length % 2).toBe(0)
})

test('without a profile the file contains none', async () => {
  const tiff = pixelsToTiff({ width, height, data, profile: null })
  expect(await sharp(tiff).metadata()).toMatchObject({ format: 'tiff', width, height, channels: 3, hasProfile: false })
  expect(await sharp(tiff).raw().toBuffer()).toEqual(Buffer.from(data))
})
