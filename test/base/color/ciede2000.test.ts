import { differenceCiede2000 } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ciede2000, MAX_LIGHTNESS_WEIGHT } from '../../../src-main/base/color/ciede2000.ts'
import { rgbToLab, type Lab } from '../../../src-main/base/color/lab.ts'

/** From table 1 of Sharma, Wu and Dalal (2005): pairs that distinguish correct implementations from wrong ones. */
const published: [Lab, Lab, number][] = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [58, 24, 15], 19.4535],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.263],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
]

test.each(published)('%j and %j are %d apart', (first, second, expected) => {
  expect(ciede2000(first, second)).toBeCloseTo(expected, 4)
  expect(ciede2000(second, first)).toBeCloseTo(expected, 4)
})

const level = fc.integer({ min: 0, max: 255 })
const rgb = fc.tuple(level, level, level)

/** Both get the same numbers: the formula jumps at opposite hues, and rounding must not decide the side. */
test('agrees with culori on colours of sRGB', () => {
  const reference = differenceCiede2000()
  const culoriLab = ([l, a, b]: Lab) => ({ mode: 'lab65', l, a, b }) as const
  fc.assert(
    fc.property(rgb, rgb, (one, two) => {
      const [from, to] = [rgbToLab(...one), rgbToLab(...two)]
      expect(Math.abs(ciede2000(from, to) - reference(culoriLab(from), culoriLab(to)))).toBeLessThan(1e-6)
    }),
    {
      numRuns: 2000,
      examples: [
        [
          [43, 193, 7],
          [4, 0, 6],
        ],
      ],
    },
  )
})

test('lightness alone never excludes a similar colour', () => {
  fc.assert(
    fc.property(rgb, rgb, (one, two) => {
      const [from, to] = [rgbToLab(...one), rgbToLab(...two)]
      const most = ciede2000(from, to) * MAX_LIGHTNESS_WEIGHT
      expect(Math.abs(from[0] - to[0])).toBeLessThanOrEqual(most + 1e-6)
    }),
    { numRuns: 2000 },
  )
})
