import fc from 'fast-check'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import { OutlineIndex } from '../../../src-main/library/duplicates/outline-index.ts'
import { outlineDistance, outlineOf, type Outline } from '../../../src-main/library/duplicates/outline.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

async function thumbHashOf(picture: Buffer): Promise<Uint8Array> {
  const { data, info } = await sharp(picture)
    .resize(48, 48, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return rgbaToThumbHash(info.width, info.height, data)
}

const outlineOfPicture = async (picture: Buffer): Promise<Outline> => outlineOf(await thumbHashOf(picture))!

test('an outline tells which side of a picture is brighter', async () => {
  const ramp = (from: string, to: string) =>
    sharp(
      Buffer.from(`<svg width="90" height="60"><linearGradient id="g"><stop stop-color="${from}"/>
        <stop offset="1" stop-color="${to}"/></linearGradient><rect width="90" height="60" fill="url(#g)"/></svg>`),
    )
      .removeAlpha()
      .png()
      .toBuffer()
  expect(await outlineOfPicture(await ramp('black', 'white'))).toEqual({ high: -1, low: -1 })
  expect(await outlineOfPicture(await ramp('white', 'black'))).toEqual({ high: 0, low: 0 })
})

test.each(['landscape', 'portrait'])(
  'a picture keeps its outline in another size and quality: %s',
  { tags: 'night' },
  async (shape) => {
    const [width, height] = shape === 'landscape' ? [900, 600] : [600, 900]
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const picture = await drawPicture({ width, height, seed, noise: 0.1 })
      const small = await sharp(picture).resize(300).jpeg({ quality: 40 }).toBuffer()
      const distance = outlineDistance(await outlineOfPicture(picture), await outlineOfPicture(small))
      expect(distance).toBeLessThanOrEqual(new OutlineIndex().maxDistance)
    }
  },
)

test('an invalid ThumbHash, or one with transparency, has no outline', () => {
  expect(outlineOf(new Uint8Array(3))).toBeNull()
  expect(outlineOf(Uint8Array.from([0, 0, 0x80, 0, 0, 0, 0]))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const outline = outlineOf(bytes)
      return outline === null || outlineDistance(outline, outline) === 0
    }),
  )
})

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })

test.each([
  ['in nine bits', 1_000, 9],
  ['in seven bits of a large library', 1_000_000, 7],
])('all outlines with at most %s differences are found, and no others', (_what, size, most) => {
  const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 12 })
  expect(new OutlineIndex(size).maxDistance).toBe(most)
  fc.assert(
    fc.property(word, word, bits, (high, low, flipped) => {
      const other = { high, low }
      for (const bit of flipped) other[bit < 32 ? 'high' : 'low'] ^= 1 << (bit & 31)
      const index = new OutlineIndex(size)
      expect(index.findAndAdd(1, { high, low })).toEqual([])
      expect(outlineDistance({ high, low }, other)).toBe(flipped.length)
      expect(index.findAndAdd(2, other)).toEqual(flipped.length <= most ? [1] : [])
    }),
    { numRuns: 1000 },
  )
})

test('thousands of plain pictures are not compared pair by pair', () => {
  const index = new OutlineIndex()
  let found = 0
  for (let id = 1; id <= 5000; id++) found += index.findAndAdd(id, { high: 0, low: 0 }).length
  expect(found).toBeLessThan(30_000)
})
