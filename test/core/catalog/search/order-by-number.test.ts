import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderByNumber } from '../../../../src-main/core/catalog/search/order-by-number.ts'
import { nameKey } from '../../../../src-main/core/catalog/files/name-key.ts'

test('numbers are ordered as a plain sort orders them, equal ones by their place', () => {
  const keys = fc.array(
    fc.oneof(
      fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 65_500, max: 131_100 }),
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(keys, (values) => {
      const plain = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
      expect([...orderByNumber(values, values.length)]).toEqual(plain)
    }),
    { numRuns: 1000 },
  )
})

test('name keys order plain names as Intl does with numbers', () => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const name = fc
    .array(fc.oneof(fc.constantFrom('a', 'b', 'img', 'É', 'Z'), fc.nat({ max: 2000 }).map(String)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (one, two) => {
      const order = nameKey(one) === nameKey(two) ? 0 : nameKey(one) < nameKey(two) ? -1 : 1
      expect(order).toBe(Math.sign(collator.compare(one, two)))
    }),
    { numRuns: 2000 },
  )
})
