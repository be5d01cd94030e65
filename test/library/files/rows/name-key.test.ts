import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameKey } from '../../../../src-main/library/files/rows/name-key.ts'

test('name keys sort plain names like Intl with numbers', () => {
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
