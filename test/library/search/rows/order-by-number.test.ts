import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderByNumber, orderByNumberInSlices } from '../../../../src-main/library/search/rows/order-by-number.ts'
import { byNight } from '../../../fixtures/night.ts'

test('numbers are ordered like a plain sort, equal ones by their place', () => {
  const keys = fc.array(
    fc.oneof(
      fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 65_500, max: 131_100 }),
    ),
    { maxLength: 60 },
  )
  return fc.assert(
    fc.asyncProperty(keys, async (values) => {
      const plain = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
      expect([...orderByNumber(Float64Array.from(values), values.length)]).toEqual(plain)
      expect([...(await orderByNumberInSlices(Float64Array.from(values), values.length))]).toEqual(plain)
    }),
    { numRuns: byNight(150, 1000) },
  )
})
