import { expect, test } from 'vitest'
import { createTimeLeft } from '../../../src-renderer/activity/create-time-left.ts'

const work = (done: number, state = 'running') => ({ id: 'a', state, done, total: 1000 })

test('the pace of the last half minute gives the time left', () => {
  const left = createTimeLeft()
  left.note([work(0)], 0)
  left.note([work(100)], 1000)
  expect(left.of(work(100))).toBeNull() // a second is too short
  left.note([work(100)], 20_000)
  expect(left.of(work(100))).toBe(180)
  // The first hundred came at once; after half a minute they no longer count.
  left.note([work(140)], 40_000)
  expect(left.of(work(140))).toBe(430)
})

test('work that paused or restarted has a new pace', () => {
  const left = createTimeLeft()
  left.note([work(0)], 0)
  left.note([work(100)], 10_000)
  left.note([work(100, 'paused')], 12_000)
  left.note([work(100)], 500_000)
  left.note([work(110)], 501_000)
  expect(left.of(work(110))).toBeNull()
  left.note([work(5)], 510_000)
  expect(left.of(work(5))).toBeNull()
  expect(left.of({ ...work(5), total: null })).toBeNull()
})
