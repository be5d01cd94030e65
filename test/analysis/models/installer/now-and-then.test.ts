import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nowAndThen } from '../../../../src-main/analysis/models/installer/now-and-then.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('frequent work is done now and then, even if the clock jumps by decades', () => {
  const work = vi.fn()
  const report = nowAndThen(100, work)
  for (let i = 0; i < 10; i++) report()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  report()
  expect(work).toHaveBeenCalledTimes(2)
  vi.setSystemTime(Date.now() - 40 * 365 * 86_400_000)
  vi.advanceTimersByTime(100)
  report()
  expect(work).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(0)
})
