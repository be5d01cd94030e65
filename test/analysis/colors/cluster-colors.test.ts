import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clusterColors, type WeightedColor } from '../../../src-main/analysis/colors/cluster-colors.ts'

const clusterOf = (colors: readonly WeightedColor[]) =>
  clusterColors(
    Float64Array.from(colors.flatMap(({ lab }) => lab)),
    Uint32Array.from(colors, ({ weight }) => weight),
  )

const color: fc.Arbitrary<WeightedColor> = fc.record({
  lab: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 })),
  weight: fc.integer({ min: 0, max: 9 }),
})

test('clusters have all the weight and the mean colour of what they are made of', () => {
  fc.assert(
    fc.property(fc.array(color, { minLength: 1, maxLength: 60 }), (colors) => {
      const clusters = clusterOf(colors)
      for (const amount of [
        ({ weight }: WeightedColor) => weight,
        ...[0, 1, 2].map(
          (k) =>
            ({ lab, weight }: WeightedColor) =>
              lab[k]! * weight,
        ),
      ]) {
        const sum = (list: readonly WeightedColor[]) => list.reduce((total, each) => total + amount(each), 0)
        expect(sum(clusters)).toBeCloseTo(sum(colors), 6)
      }
    }),
  )
})

test('groups that lie far apart are found, whatever their order', () => {
  const groups = [
    [20, 60, 40],
    [50, -60, 40],
    [80, 10, -60],
  ] as const
  const colors = Array.from({ length: 90 }, (_, i): WeightedColor => {
    const [L, a, b] = groups[i % 3]!
    return { lab: [L + (i % 4), a - (i % 5), b + (i % 2)], weight: 1 + (i % 3) }
  })
  const found = clusterOf(colors)
  expect(found.map(({ weight }) => weight)).toEqual([90, 60, 30])
  expect(clusterOf(colors.toReversed()).map(({ weight }) => weight)).toEqual([90, 60, 30])
})
