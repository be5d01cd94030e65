import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { colorScale, contentScale } from '../../src-main/indexes/published-distance.ts'

describe.each([
  ['the standard embedding', contentScale('mobilenetv2-int8-embedding')],
  ['the bundled embedding', contentScale('centernet')],
  ['colours', colorScale('overall')],
  ['colours of objects', colorScale('object')],
])('%s', (_name, { publish, unpublish }) => {
  const inner = fc.double({ min: 0, max: 1, noNaN: true })

  test('ranges from 0 for the identical picture to 2', () => {
    expect([publish(0), publish(1), unpublish(0), unpublish(2)]).toEqual([0, 2, 0, 1])
    expect([publish(1.5), unpublish(7)]).toEqual([2, 1])
  })

  test('rises with the distance in the index', () => {
    fc.assert(
      fc.property(inner, inner, (a, b) => {
        fc.pre(b - a > 1e-9)
        expect(publish(a)).toBeLessThan(publish(b))
      }),
    )
  })

  test('is read back as it was published', () => {
    fc.assert(
      fc.property(inner, (distance) => {
        expect(unpublish(publish(distance))).toBeCloseTo(distance, 9)
      }),
    )
  })
})

test("an unmeasured model uses the standard one's scale", () => {
  expect(contentScale('another').publish(0.3)).toBe(contentScale('mobilenetv2-int8-embedding').publish(0.3))
})
