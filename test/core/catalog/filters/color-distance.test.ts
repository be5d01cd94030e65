import { converter, differenceCiede2000 } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  colorDistance,
  lightnessToLuminance,
  luminance,
  MAX_LIGHTNESS_WEIGHT,
  rgbToLab,
} from '../../../../src-main/core/catalog/filters/color-distance.ts'

const channel = fc.integer({ min: 0, max: 255 })
const rgb = fc.tuple(channel, channel, channel)
const toLab = converter('lab65')
const inCulori = ([r, g, b]: [number, number, number]) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 })

test('published pairs of Sharma, Wu and Dalal', () => {
  const pairs = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const
  for (const [[l1, a1, b1], [l2, a2, b2], expected] of pairs) {
    expect(colorDistance({ l: l1, a: a1, b: b1 }, { l: l2, a: a2, b: b2 })).toBeCloseTo(expected, 4)
  }
})

test('colours and distances agree with culori', () => {
  const difference = differenceCiede2000()
  fc.assert(
    fc.property(rgb, rgb, (one, two) => {
      const lab = toLab(inCulori(one))
      const own = rgbToLab(...one)
      expect(Math.abs(own.l - lab.l) + Math.abs(own.a - lab.a) + Math.abs(own.b - lab.b)).toBeLessThan(0.05)
      expect(Math.abs(colorDistance(own, rgbToLab(...two)) - difference(inCulori(one), inCulori(two)))).toBeLessThan(
        0.05,
      )
    }),
    { numRuns: 2000 },
  )
})

test('lightness alone never rules out a colour that is near', () => {
  fc.assert(
    fc.property(rgb, rgb, (one, two) => {
      const [from, to] = [rgbToLab(...one), rgbToLab(...two)]
      const distance = colorDistance(from, to)
      expect(Math.abs(from.l - to.l)).toBeLessThanOrEqual(distance * MAX_LIGHTNESS_WEIGHT + 1e-6)
      expect(lightnessToLuminance(from.l)).toBeCloseTo(luminance(...one), 9)
    }),
    { numRuns: 2000 },
  )
})
