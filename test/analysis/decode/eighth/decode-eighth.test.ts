import sharp, { type JpegOptions, type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { decodeEighth } from '../../../../src-main/analysis/decode/eighth/decode-eighth.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'

const picture = () => drawPicture({ width: 1283, height: 965, seed: 3 })
const jpeg = async (options: JpegOptions, change = (image: Sharp) => image) =>
  change(sharp(await picture()))
    .jpeg({ quality: 90, ...options })
    .toBuffer()

/** Mean difference of levels, 0 to 255, to what libvips makes of the whole picture. */
async function differenceToWhole(bytes: Buffer): Promise<number> {
  const eighth = (await decodeEighth(bytes, 160))!
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  expect([eighth.width, eighth.height]).toEqual([Math.ceil(info.width / 8), Math.ceil(info.height / 8)])
  let sum = 0
  for (let y = 0; y < eighth.height - 1; y++)
    for (let x = 0; x < eighth.width - 1; x++)
      for (let c = 0; c < 3; c++) {
        let block = 0
        for (let j = 0; j < 64; j++) {
          const at = (8 * y + (j >> 3)) * info.width + 8 * x + (j & 7)
          block += data[at * info.channels + Math.min(c, info.channels - 1)]!
        }
        sum += Math.abs(eighth.data[3 * (y * eighth.width + x) + c]! - block / 64)
      }
  return sum / ((eighth.height - 1) * (eighth.width - 1) * 3)
}

test.each([
  ['colours at half the size', { chromaSubsampling: '4:2:0' }],
  ['colours at the full size', { chromaSubsampling: '4:4:4' }],
  ['own codes', { optimiseCoding: true }],
  ['the usual codes', { optimiseCoding: false }],
  ['few details', { quality: 30 }],
])('a pixel is the mean of its block: %s', async (_, options) => {
  expect(await differenceToWhole(await jpeg(options))).toBeLessThan(1.5)
})

test('grey pictures become three equal colours', async () => {
  const grey = await jpeg({}, (image) => image.toColourspace('b-w'))
  expect((await sharp(grey).metadata()).channels).toBe(1)
  expect(await differenceToWhole(grey)).toBeLessThan(1)
})

test('a colour profile is passed on', async () => {
  const bytes = await jpeg({}, (image) => image.withIccProfile('p3'))
  const { profile } = (await decodeEighth(bytes, 160))!
  expect(profile).toEqual((await sharp(bytes).metadata()).icc)
})

test('several pictures at once do not disturb each other', async () => {
  const files = await Promise.all([10, 50, 90].map((quality) => jpeg({ quality })))
  const alone = []
  for (const file of files) alone.push(await decodeEighth(file, 160))
  expect(await Promise.all(files.map((file) => decodeEighth(file, 160)))).toEqual(alone)
})

test('what is not an ordinary JPEG, or too small, is left to libvips', async () => {
  expect(await decodeEighth(await jpeg({ progressive: true }), 160)).toBeNull()
  expect(await decodeEighth(await jpeg({}, (image) => image.toColourspace('cmyk')), 160)).toBeNull()
  expect(await decodeEighth(await jpeg({}), 161)).toBeNull()
  expect(
    await decodeEighth(
      await sharp(await picture())
        .png()
        .toBuffer(),
      1,
    ),
  ).toBeNull()
  const whole = await jpeg({})
  for (const share of [0, 0.001, 0.01, 0.3, 0.99])
    expect(await decodeEighth(whole.subarray(0, Math.floor(whole.length * share)), 160)).toBeNull()
})
