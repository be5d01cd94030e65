import { expect, test } from 'vitest'
import { CallOrder } from '../../../src-renderer/client/call-order.ts'

test('only the latest call counts, and none after invalidation', () => {
  const order = new CallOrder()
  const first = order.start()
  expect(first()).toBe(true)
  const second = order.start()
  expect([first(), second()]).toEqual([false, true])
  order.invalidate()
  expect(second()).toBe(false)
})
