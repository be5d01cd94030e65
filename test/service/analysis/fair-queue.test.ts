import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from '../../../src-main/service/analysis/fair-queue.ts'

function fill(items: readonly string[]) {
  const queue = new FairQueue<string>()
  for (const item of items) queue.push(item[0]!, item)
  return queue
}

function drain(queue: FairQueue<string>) {
  const order: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) order.push(item)
  return order
}

test('owners take turns, and each has its oldest first', () => {
  expect(drain(fill(['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('who comes in the middle of a long line waits one turn of each, not for the whole line', () => {
  const queue = fill(['a1', 'a2', 'a3', 'a4'])
  queue.next()
  queue.push('b', 'b1')
  expect(drain(queue)).toEqual(['a2', 'b1', 'a3', 'a4'])
})

test('an item that was taken out is not served, and its owner keeps its turn', () => {
  const queue = fill(['a1', 'a2', 'b1'])
  expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('x', 'a2')]).toEqual([true, false, false])
  expect(queue.size).toBe(2)
  expect(drain(queue)).toEqual(['a2', 'b1'])
})

test('the longest line and its latest item', () => {
  const queue = fill(['a1', 'b1', 'b2', 'b3', 'c1', 'c2'])
  expect([queue.longest(), queue.sizeOf('b'), queue.latestOf('b')]).toEqual(['b', 3, 'b3'])
  queue.remove('b', 'b3')
  expect([queue.sizeOf('b'), queue.latestOf('nobody'), new FairQueue().longest()]).toEqual([2, undefined, undefined])
})

test('nothing is lost, doubled or out of order, and no owner is served twice before another that waits', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (owners) => {
      const items = owners.map((owner, i) => `${owner}${i}`)
      const order = drain(fill(items))
      expect([...order].sort()).toEqual([...items].sort())
      for (const owner of 'abcd') {
        const served = order.flatMap((item, at) => (item.startsWith(owner) ? [at] : []))
        expect(served.map((at) => order[at])).toEqual(items.filter((item) => item.startsWith(owner)))
        for (let i = 1; i < served.length; i++) {
          const between = new Set(order.slice(served[i - 1]! + 1, served[i]).map((item) => item[0]))
          const later = new Set(order.slice(served[i]).map((item) => item[0]))
          for (const other of later) if (other !== owner) expect(between).toContain(other)
        }
      }
    }),
  )
})

test('a higher rank goes first within an owner, never before another owner, and the oldest is passed over a bounded number of times', () => {
  const queue = fill(['a1', 'a2', 'a9', 'b1', 'b9'])
  const rank = (item: string) => (item.endsWith('9') ? 1 : 0)
  expect([1, 2, 3, 4, 5].map(() => queue.next(rank))).toEqual(['a9', 'b9', 'a1', 'b1', 'a2'])
  const late = fill(['a old', ...Array.from({ length: 40 }, (_, i) => `a young ${i}`)])
  const order = Array.from({ length: 41 }, () => late.next((item) => (item.includes('young') ? 1 : 0)))
  expect(order.indexOf('a old')).toBe(16)
})
