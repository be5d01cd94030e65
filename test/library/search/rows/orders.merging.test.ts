import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeOrder } from '../../../../src-main/library/search/rows/orders.ts'
import { orderByNumber } from '../../../../src-main/library/search/rows/order-by-number.ts'
import { byNight } from '../../../fixtures/night.ts'

test('an order with changed and new keys merged in equals a complete sort', () => {
  const keys = fc.array(fc.integer({ min: -5, max: 30 }), { minLength: 1, maxLength: 60 })
  const changes = fc.array(fc.tuple(fc.nat({ max: 59 }), fc.integer({ min: -5, max: 30 })), { maxLength: 20 })
  fc.assert(
    fc.property(keys, changes, fc.array(fc.integer({ min: -5, max: 30 }), { maxLength: 9 }), (before, set, added) => {
      const order = orderByNumber(Float64Array.from(before), before.length)
      const after = [...before, ...added]
      const moved = new Set(added.map((_key, at) => before.length + at))
      for (const [slot, key] of set) {
        if (slot >= before.length) continue
        after[slot] = key
        moved.add(slot)
      }
      expect([...mergeOrder(order, moved, after)]).toEqual([...orderByNumber(Float64Array.from(after), after.length)])
    }),
    { numRuns: byNight(250, 1000) },
  )
})
