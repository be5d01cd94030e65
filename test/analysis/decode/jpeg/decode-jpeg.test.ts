import sharp, { type JpegOptions, type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { fitRaster } from '../../../../src-main/analysis/decode/fit-raster.ts'
import { decodeJpeg } from '../../../../src-main/analysis/decode/jpeg/decode-jpeg.ts'
import { lumaOfRaster } from '../../../../src-main/analysis/photo/luma-of-raster.ts'
import { LUMA_UNIT, type Raster } from '../../../../src-main/analysis/photo/photo.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'

const picture = (size = { width: 1283, height: 965 }) => drawPicture({ ...size, seed: 3, format: 'png' })
const jpeg = async (options: JpegOptions, change = (image: Sharp) => image) =>
  change(sharp(await picture()))
    .jpeg({ quality: 90, ...options })
    .toBuffer()

/** libvips' result for the full picture, without taking a smaller one from the decoder. */
async function byLibvips(bytes: Buffer, side: number): Promise<Raster> {
  const { width, height } = await sharp(bytes).metadata()
  const small = (pixels: number) => Math.max(1, Math.round((pixels * side) / Math.max(width, height)))
  const { data, info } = await sharp(bytes)
    .resize(small(width), small(height), { fit: 'fill', fastShrinkOnLoad: false })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const meanDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  expect(a.length).toBe(b.length)
  return Array.from(a, (value, i) => Math.abs(value - b[i]!)).reduce((sum, value) => sum + value, 0) / a.length
}

const kinds: readonly (readonly [string, JpegOptions])[] = [
  ['colours at half the size', { chromaSubsampling: '4:2:0' }],
  ['colours at the full size', { chromaSubsampling: '4:4:4' }],
  ['own codes', { optimiseCoding: true }],
  ['the usual codes', { optimiseCoding: false }],
  ['few details', { quality: 30 }],
]

test.each(kinds)("at any size up to a half, it equals libvips' result: %s", async (_, options) => {
  const bytes = await jpeg(options)
  for (const side of [40, 160, 161, 300, 320]) {
    const { raster, fine } = (await decodeJpeg(bytes, { longSide: side }))!
    const expected = await byLibvips(bytes, side)
    expect(fine).toBeNull()
    expect([raster.width, raster.height]).toEqual([expected.width, expected.height])
    expect(meanDifference(raster.data, expected.data)).toBeLessThan(1.5)
  }
})

test.each(kinds)('one pass gives a finer plane of brightness, too: %s', async (_, options) => {
  const bytes = await jpeg(options)
  const { raster, fine } = (await decodeJpeg(bytes, { longSide: 200, fineSide: 500 }))!
  const expected = await byLibvips(bytes, 500)
  expect([fine!.width, fine!.height]).toEqual([expected.width, expected.height])
  expect(meanDifference(fine!.levels, lumaOfRaster(expected).levels) / LUMA_UNIT).toBeLessThan(1.5)
  const small = await fitRaster(expected, { width: 200, height: 200, fit: 'inside' })
  expect([raster.width, raster.height]).toEqual([small.width, small.height])
  expect(meanDifference(raster.data, small.data)).toBeLessThan(1.5)
})

test('coarse colours are at their place', async () => {
  const bytes = await jpeg({ chromaSubsampling: '4:2:0' })
  const { raster } = (await decodeJpeg(bytes, { longSide: 160, hasCoarseColors: true }))!
  expect(meanDifference(raster.data, (await byLibvips(bytes, 160)).data)).toBeLessThan(2)
})

test.each([
  [965, 1283],
  [1600, 41],
  [41, 1600],
  [1281, 961],
])('%s x %s pixels', async (width, height) => {
  const bytes = await sharp(await picture({ width, height }))
    .jpeg({ quality: 90 })
    .toBuffer()
  const { raster } = (await decodeJpeg(bytes, { longSide: 150 }))!
  const expected = await byLibvips(bytes, 150)
  expect([raster.width, raster.height]).toEqual([expected.width, expected.height])
  expect(meanDifference(raster.data, expected.data)).toBeLessThan(3)
})

test('grey pictures become three equal colours', async () => {
  const grey = await jpeg({}, (image) => image.toColourspace('b-w'))
  expect((await sharp(grey).metadata()).channels).toBe(1)
  const { raster } = (await decodeJpeg(grey, { longSide: 160 }))!
  expect(meanDifference(raster.data, (await byLibvips(grey, 160)).data)).toBeLessThan(1)
})

test('a colour profile is passed on', async () => {
  const bytes = await jpeg({}, (image) => image.withIccProfile('p3'))
  const { profile } = (await decodeJpeg(bytes, { longSide: 160 }))!
  expect(profile).toEqual((await sharp(bytes).metadata()).icc)
})

test('several pictures at once do not affect each other', async () => {
  const files = await Promise.all([10, 50, 90].map((quality) => jpeg({ quality })))
  const decode = (file: Buffer) => decodeJpeg(file, { longSide: 160, fineSide: 400 })
  const alone = []
  for (const file of files) alone.push(await decode(file))
  expect(await Promise.all(files.map(decode))).toEqual(alone)
})

test('unusual JPEGs, and sizes above half, are left to libvips', { tags: 'night' }, async () => {
  const decode = (bytes: Buffer, longSide = 160) => decodeJpeg(bytes, { longSide })
  expect(await decode(await jpeg({ progressive: true }))).toBeNull()
  expect(await decode(await jpeg({}, (image) => image.toColourspace('cmyk')))).toBeNull()
  expect(await decode(await jpeg({ chromaSubsampling: '4:4:4' }), 642)).toBeNull()
  expect(await decode(await jpeg({ chromaSubsampling: '4:2:0' }), 321)).toBeNull()
  expect(await decode(await picture(), 1)).toBeNull()
  const whole = await jpeg({})
  for (const share of [0, 0.001, 0.01, 0.3, 0.99])
    expect(await decode(whole.subarray(0, Math.floor(whole.length * share)))).toBeNull()
})
