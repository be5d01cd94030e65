import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Colors } from '../../../src-main/contract/analysis/color.ts'
import { colorSignature, COLOR_DIMENSIONS } from '../../../src-main/analysis/colors/color-signature.ts'
import { extractColors } from '../../../src-main/analysis/colors/extract-colors.ts'
import { loadPalette } from '../../../src-main/base/color/palette.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'
import { colorDistance, unlikenessOf } from '../../../src-main/indexes/distances.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

type Rgb = readonly [number, number, number]
const palette = loadPalette(resourcesDir)

/** A raster whose colours are a function of the position. */
function paint(width: number, height: number, at: (x: number, y: number) => Rgb): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * 3)
  return { width, height, data }
}
const red: Rgb = [220, 20, 30]
const blue: Rgb = [20, 60, 200]
const white: Rgb = [255, 255, 255]
/** A red square of a quarter of the area on a blue ground. */
const square = paint(200, 200, (x, y) => (x >= 50 && x < 150 && y >= 50 && y < 150 ? red : blue))
const squareMask = {
  width: 100,
  height: 100,
  data: Uint8Array.from({ length: 10_000 }, (_, i) =>
    i % 100 >= 25 && i % 100 < 75 && i >= 2500 && i < 7500 ? 255 : 0,
  ),
}

describe('extractColors', () => {
  test('splits a picture at its mask', () => {
    const colors = extractColors(square, squareMask, palette)
    expect(colors.image_colors.map(({ html_code, percent }) => [html_code, percent])).toEqual([
      ['#143cc8', 75],
      ['#dc141e', 25],
    ])
    expect(colors.foreground_colors.map(({ r, g, b, percent }) => [r, g, b, percent])).toEqual([[220, 20, 30, 100]])
    expect(colors.background_colors.map(({ r, g, b, percent }) => [r, g, b, percent])).toEqual([[20, 60, 200, 100]])
    expect(colors.object_percentage).toBe(25)
    expect(colors.foreground_colors[0]).toMatchObject({ closest_palette_color_parent: 'red' })
    expect(Colors.parse(colors)).toEqual(colors)
  })

  test('without a mask has no foreground, and the background is the picture', () => {
    const colors = extractColors(square, null, palette)
    expect(colors.foreground_colors).toEqual([])
    expect(colors.background_colors).toEqual(colors.image_colors)
    expect(colors.object_percentage).toBe(0)
  })

  test('leaves out unrequested lists', () => {
    expect(extractColors(square, squareMask, palette, { extract_overall_colors: 0 }).image_colors).toEqual([])
    const overall = extractColors(square, squareMask, palette, { extract_object_colors: 0 })
    expect([overall.foreground_colors, overall.background_colors]).toEqual([[], []])
    expect(extractColors(square, squareMask, palette, { overall_count: 1, separated_count: 0 })).toMatchObject({
      image_colors: [{ r: 20 }],
      foreground_colors: [],
    })
  })

  test('refuses invalid counts', () => {
    for (const overall_count of [-2, 1.5, NaN])
      expect(() => extractColors(square, null, palette, { overall_count })).toThrow('overall_count')
    expect(() => extractColors(square, null, palette, { separated_count: -7 })).toThrow('separated_count')
  })

  test('colour variance ranges from 0 for one colour to 100 for half black and half white', () => {
    const variance = (at: (x: number, y: number) => Rgb) =>
      extractColors(paint(80, 60, at), null, palette).color_variance
    expect(variance(() => red)).toBe(0)
    expect(variance((x) => (x < 40 ? white : [0, 0, 0]))).toBe(100)
    const gentle = variance((x) => [100 + x, 110, 120])
    expect(gentle).toBeGreaterThan(0)
    expect(gentle).toBeLessThan(50)
  })

  test('colours below the threshold are left out, and similar shades are one colour', () => {
    const speck = extractColors(
      paint(100, 100, (x, y) => (x === 0 && y < 50 ? red : blue)),
      null,
      palette,
    )
    expect(speck.image_colors).toHaveLength(1)
    const shades = extractColors(
      paint(100, 100, (x, y) => [20 + ((x + y) % 5), 60 + (x % 4), 200 - (y % 6)]),
      null,
      palette,
    )
    expect(shades.image_colors).toHaveLength(1)
  })

  test('gives sorted lists within their counts and 100 percent, for any picture', { tags: 'night' }, () => {
    const picture = fc.tuple(
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), { minLength: 1, maxLength: 12 }),
    )
    fc.assert(
      fc.property(picture, fc.integer({ min: 0, max: 9 }), ([width, height, shades], overall_count) => {
        const raster = paint(width, height, (x, y) => shades[(x * 7 + y * 3) % shades.length]!)
        const colors = extractColors(raster, { width: 2, height: 1, data: Uint8Array.of(255, 0) }, palette, {
          overall_count,
        })
        expect(colors).toEqual(
          extractColors(raster, { width: 2, height: 1, data: Uint8Array.of(255, 0) }, palette, {
            overall_count,
            deterministic: 1,
          }),
        )
        for (const list of [colors.image_colors, colors.foreground_colors, colors.background_colors]) {
          const percents = list.map(({ percent }) => percent)
          expect(percents).toEqual([...percents].sort((a, b) => b - a))
          expect(percents.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(100.1)
          expect(percents.every((percent) => percent >= 1.75)).toBe(true)
        }
        expect(colors.image_colors.length).toBeLessThanOrEqual(overall_count)
        expect(Colors.safeParse(colors).success).toBe(true)
      }),
      { numRuns: 80 },
    )
  })
})

describe('colorSignature', () => {
  const distance = (a: Raster, b: Raster) => colorDistance(unlikenessOf(colorSignature(a), colorSignature(b)))
  const scene = paint(160, 120, (x, y) => [(x * 3) % 256, (y * 2) % 256, (x + y) % 256])

  test('has a fixed number of values and length 1, and is the same for the same picture', () => {
    const signature = colorSignature(scene)
    expect(signature).toHaveLength(COLOR_DIMENSIONS)
    expect(Math.hypot(...signature)).toBeCloseTo(1, 5)
    expect(distance(scene, scene)).toBe(0)
  })

  test('ignores mirroring, and moves little with cropping and brightness', () => {
    const mirrored = paint(160, 120, (x, y) => [((159 - x) * 3) % 256, (y * 2) % 256, (159 - x + y) % 256])
    const brighter = paint(
      160,
      120,
      (x, y) => [(x * 3) % 256, (y * 2) % 256, (x + y) % 256].map((v) => Math.min(255, v + 6)) as unknown as Rgb,
    )
    expect(distance(scene, mirrored)).toBeLessThan(0.01)
    expect(distance(scene, brighter)).toBeLessThan(0.15)
    expect(distance(scene, square)).toBeGreaterThan(0.5)
  })

  test('a much brighter copy is closer than another picture of the same lightness', () => {
    const darker = paint(160, 120, (x, y) => [((x * 3) % 256) / 2, ((y * 2) % 256) / 2, ((x + y) % 256) / 2])
    const other = paint(160, 120, (x, y) => [((x + y) % 256) / 2, ((x * 3) % 256) / 4, ((y * 2) % 256) / 4])
    expect(distance(scene, darker)).toBeLessThan(distance(scene, other) - 0.1)
  })

  test('the centre is distinguished from the border', () => {
    const swapped = (inner: Rgb, outer: Rgb) =>
      paint(100, 100, (x, y) => (Math.hypot(x - 50, y - 50) < 40 ? inner : outer))
    const [a, b] = [swapped([200, 40, 40], [40, 40, 200]), swapped([40, 40, 200], [200, 40, 40])]
    expect(distance(a, b)).toBeGreaterThan(0.25)
  })

  test('changes smoothly where a hard histogram would jump', { tags: 'night' }, () => {
    const grey = (level: number) => paint(8, 8, () => [level, level, level])
    for (let level = 0; level < 254; level++) expect(distance(grey(level), grey(level + 1))).toBeLessThan(0.3)
    expect(distance(grey(60), grey(200))).toBeGreaterThan(0.9)
  })

  test('counts the foreground only within a mask', () => {
    const onlyRed = colorSignature(paint(4, 4, () => red))
    expect(unlikenessOf(colorSignature(square, squareMask), onlyRed)).toBeLessThan(1e-6)
    expect(
      unlikenessOf(colorSignature(square, { ...squareMask, data: new Uint8Array(10_000) }), colorSignature(square)),
    ).toBeLessThan(1e-9)
  })
})
