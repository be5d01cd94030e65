import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { CroppingResult } from '../../../src-main/contract/analysis/operations/croppings.ts'
import type { GivenParameters } from '../../../src-main/contract/analysis/operations/read-parameters.ts'
import type { AnalysedPicture } from '../../../src-main/analysis/operations/analysed-picture.ts'
import { byNight } from '../../fixtures/night.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { errorOf, openWithoutModels, stripes } from './open-operations.ts'

const operations = openWithoutModels()
const shared = sharedPhotos()

async function records(picture: AnalysedPicture, given: GivenParameters) {
  const answer = await operations.croppings(picture, given)
  if (answer.kind !== 'records') throw new Error('a picture came')
  return CroppingResult.parse(answer).croppings
}

async function image(picture: AnalysedPicture, given: GivenParameters) {
  const answer = await operations.croppings(picture, { ...given, image_result: '1' })
  if (answer.kind !== 'image') throw new Error('records came')
  const { data, info } = await sharp(answer.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([answer.width, answer.height])
  return { ...answer, data, info }
}

/** Whether one side follows from the other by the ratio, to one pixel; a side is at least one. */
function isRatioRight(width: number, height: number, target: { width: number; height: number }): boolean {
  const near = (side: number, wanted: number) => Math.abs(side - Math.max(1, wanted)) <= 1
  return near(width, (height * target.width) / target.height) || near(height, (width * target.height) / target.width)
}

describe('records', () => {
  test('any sizes on any picture: inside it, integers, the ratio exact to a pixel, one for each in order', async () => {
    const side = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.constantFrom(1, 2, 3, 99_999, 100_000))
    const size = fc.record({ width: side, height: side })
    const dimension = fc.integer({ min: 1, max: 400 })
    await fc.assert(
      fc.asyncProperty(
        fc.record({ width: dimension, height: dimension }),
        fc.array(size, { minLength: 1, maxLength: 4 }),
        fc.double({ min: -5, max: 120, noNaN: true }),
        async (of, sizes, rect_percentage) => {
          const picture = await operations.open(await stripes(of.width, of.height))
          const found = await records(picture, {
            resolution: sizes.map(({ width, height }) => `${width}x${height}`).join(','),
            rect_percentage,
          })
          expect(
            found.map(({ target_width, target_height }) => ({ width: target_width, height: target_height })),
          ).toEqual(sizes)
          for (const [k, { x1, y1, x2, y2 }] of found.entries()) {
            expect([x1, y1, x2, y2].every(Number.isInteger)).toBe(true)
            expect(
              0 <= x1 && x1 < x2 && x2 <= of.width && 0 <= y1 && y1 < y2 && y2 <= of.height,
              JSON.stringify(found[k]),
            ).toBe(true)
            expect(isRatioRight(x2 - x1, y2 - y1, sizes[k]!), JSON.stringify({ of, crop: found[k] })).toBe(true)
          }
        },
      ),
      { numRuns: byNight(15, 60) },
    )
  })

  test('no_scaling gives exactly the size, or a message that names the one that does not fit', async () => {
    const picture = await operations.open(await drawPicture({ width: 300, height: 200 }))
    const side = fc.integer({ min: 1, max: 330 })
    await fc.assert(
      fc.asyncProperty(side, side, async (width, height) => {
        const given = { resolution: `${width}x${height}`, no_scaling: '1' }
        if (width > 300 || height > 200)
          expect((await errorOf(() => records(picture, given))).message).toContain(`"${width}x${height}"`)
        else
          expect((await records(picture, given)).map(({ x1, y1, x2, y2 }) => [x2 - x1, y2 - y1])).toEqual([
            [width, height],
          ])
      }),
      { numRuns: byNight(15, 60) },
    )
  })

  test('no resolution gives one crop at its own ratio, whose target is its own size', async () => {
    const picture = await operations.open(await drawPicture({ width: 900, height: 600 }))
    const [crop, ...others] = await records(picture, {})
    expect(others).toEqual([])
    expect([crop!.target_width, crop!.target_height]).toEqual([crop!.x2 - crop!.x1, crop!.y2 - crop!.y1])
  })

  test('a size larger than the picture gives its ratio', async () => {
    const picture = await operations.open(await drawPicture({ width: 300, height: 300 }))
    const [crop] = await records(picture, { resolution: '4000x1000' })
    expect([crop!.target_width, crop!.x2 - crop!.x1, crop!.y2 - crop!.y1]).toEqual([4000, 300, 75])
  })

  test('coordinates are for the upright picture', async () => {
    const picture = await operations.open(await drawPicture({ width: 400, height: 200, orientation: 6 }))
    const [crop] = await records(picture, { resolution: '1x2' })
    expect([crop!.x2, crop!.y2]).toEqual([200, 400])
  })
})

describe('image_result', () => {
  test('the crop as a JPEG, scaled down to the requested size', async () => {
    const picture = await operations.open(await drawPicture({ width: 900, height: 600 }))
    const answer = await image(picture, { resolution: '90x90' })
    expect([answer.type, answer.width, answer.height]).toEqual(['image/jpeg', 90, 90])
  })

  test('a size larger than the crop keeps the existing pixels, at its ratio', async () => {
    const answer = await image(await operations.open(await drawPicture({ width: 300, height: 200 })), {
      resolution: '1600x900',
    })
    expect([answer.width, answer.height]).toEqual([300, 169])
  })

  test('with no_scaling exactly the size and exactly the pixels of the coordinates', async () => {
    const bytes = await stripes(120, 90)
    const answer = await image(await operations.open(bytes), { resolution: '50x40', no_scaling: '1' })
    expect([answer.type, answer.width, answer.height]).toEqual(['image/png', 50, 40])
    const { x1, y1 } = answer.cropping
    expect(
      answer.data.equals(await sharp(bytes).extract({ left: x1, top: y1, width: 50, height: 40 }).raw().toBuffer()),
    ).toBe(true)
  })

  test.each([1, 3, 6, 8])('orientation %i is applied before the crop', async (orientation) => {
    const stored = await drawPicture({ width: 200, height: 100, orientation })
    const isTurned = orientation >= 5
    const answer = await image(await operations.open(stored), {
      resolution: isTurned ? '100x200' : '200x100',
      no_scaling: '1',
    })
    const upright = await sharp(stored).autoOrient().raw().toBuffer({ resolveWithObject: true })
    expect([answer.width, answer.height]).toEqual([upright.info.width, upright.info.height])
    const apart =
      upright.data.reduce((sum, value, i) => sum + Math.abs(value - answer.data[i]!), 0) / upright.data.length
    expect(apart).toBeLessThan(3)
  })

  test('without a resolution the picture is the best crop', async () => {
    const picture = await operations.open(await drawPicture({ width: 300, height: 200 }))
    const [crop] = await records(picture, {})
    expect((await image(picture, {})).cropping).toEqual(crop)
  })

  test('transparency and several sizes are refused', async () => {
    const clear = await sharp({
      create: { width: 50, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const picture = await operations.open(clear)
    expect((await errorOf(() => operations.croppings(picture, { image_result: '1' }))).message).toContain(
      'transparency',
    )
    expect((await records(picture, { resolution: '1x1' })).length).toBe(1)
    expect(
      (await errorOf(() => operations.croppings(picture, { image_result: '1', resolution: '1x1,2x2' }))).message,
    ).toContain('image_result')
  })

  test.skipIf(shared === null).each([
    'robustness/pil_sample_cmyk.jpg',
    'robustness/16bit.cropped.tif',
    'robustness/gamma_dalai_lama_gray.jpg',
    'robustness/truncated_jpeg.jpg',
    // The HEIC of a telephone has twelve megapixels: seconds of work.
    byNight('formats/samplefilehub.heif', 'formats/IMG_2682.heic'),
    'formats/FujiFilm.raf',
    'formats/8bit-sRGB.avif',
  ])('%s', async (name) => {
    const picture = await operations.open(join(shared!, name))
    const answer = await image(picture, { resolution: '40x30' })
    const { x1, y1, x2, y2 } = answer.cropping
    expect([Math.min(40, x2 - x1), Math.min(30, y2 - y1)]).toEqual([answer.width, answer.height])
    expect(answer.info.channels).toBe(3)
  })
})
