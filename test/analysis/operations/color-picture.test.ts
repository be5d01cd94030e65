import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ColorResult } from '../../../src-main/contract/analysis/operations/colors.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture, flatPicture, packagePhotos } from '../../fixtures/pictures.ts'
import { openOperations, openWithoutModels } from './open-operations.ts'

const operations = openWithoutModels()
const shared = sharedPhotos()

test(
  'counts and switches are respected, lists fall by percent, everything is in range',
  { tags: 'night' },
  async () => {
    const picture = await operations.open(packagePhotos()[0]!)
    const flag = fc.constantFrom('0', '1')
    const count = fc.integer({ min: -1, max: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          extract_overall_colors: flag,
          extract_object_colors: flag,
          overall_count: count,
          separated_count: count,
          deterministic: flag,
        }),
        async (given) => {
          const { colors } = ColorResult.parse(await operations.colors(picture, given))
          const { image_colors, foreground_colors, background_colors, color_variance, object_percentage } = colors
          const most = (number: number) => (number < 0 ? 12 : number)
          expect(image_colors.length).toBeLessThanOrEqual(
            given.extract_overall_colors === '1' ? most(given.overall_count) : 0,
          )
          for (const list of [foreground_colors, background_colors])
            expect(list.length).toBeLessThanOrEqual(
              given.extract_object_colors === '1' ? most(given.separated_count) : 0,
            )
          for (const list of [image_colors, foreground_colors, background_colors])
            expect(list.map(({ percent }) => percent)).toEqual(list.map(({ percent }) => percent).sort((a, b) => b - a))
          for (const { html_code, r, g, b } of image_colors)
            expect(html_code).toBe(`#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`)
          expect(Number.isInteger(color_variance) && object_percentage >= 0 && object_percentage <= 100).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  },
)

test('one flat colour is that colour, without variance', async () => {
  const { colors } = await operations.colors(await operations.open(await flatPicture([200, 20, 30])), {
    extract_object_colors: 0,
  })
  expect(colors.image_colors).toMatchObject([
    { r: 200, g: 20, b: 30, html_code: '#c8141e', closest_palette_color_parent: 'red', percent: 100 },
  ])
  expect(colors).toMatchObject({ color_variance: 0, foreground_colors: [], background_colors: [] })
})

describe('deterministic', () => {
  const withModels = openOperations()
  afterAll(() => withModels.close())
  const path = shared ? join(shared, 'coco128/images/000000000061.jpg') : packagePhotos()[0]!

  test('gives the same result with any installed models', { tags: 'night' }, async () => {
    const [rich, bare] = [await withModels.open(path), await operations.open(path)]
    const given = { deterministic: '1' }
    expect(await withModels.colors(rich, given)).toEqual(await operations.colors(bare, given))
    expect((await withModels.colors(rich)).colors.image_colors).toEqual(
      (await operations.colors(bare)).colors.image_colors,
    )
    expect(await withModels.colorVector(rich, 'object')).toEqual(await operations.colorVector(bare, 'object'))
    expect(await withModels.colorVector(rich, 'object')).not.toEqual(await withModels.colorVector(rich, 'overall'))
  })

  test('verbose names missing models', async () => {
    const picture = await operations.open(await drawPicture())
    expect(
      (await openWithoutModels({ modelsDir: 'no-such-folder' }).colors(picture, { verbose: 1 })).notes!.join(),
    ).toContain('foreground colours')
    expect((await operations.colors(picture)).notes).toBeUndefined()
  })
})
