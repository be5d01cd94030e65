import { expect, test } from 'vitest'
import { GrowingPause, pauseAfter } from '../../../src-main/base/background/back-off.ts'

test('pauses double up to the longest, after any number of failures', () => {
  const pauses = { firstMs: 250, longestMs: 2_000 }
  expect([1, 2, 3, 4, 5, 5000].map((failures) => pauseAfter(failures, pauses))).toEqual([
    250, 500, 1000, 2000, 2000, 2000,
  ])
  const pause = new GrowingPause()
  expect(Array.from({ length: 8 }, () => pause.take())).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000))
})
