import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from '../../../src-main/library/events/throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function count() {
  const runs: number[] = []
  const begun = Date.now()
  return { runs, throttle: new Throttle(() => runs.push(Date.now() - begun), 100) }
}

test('many calls become one run per interval, and the last call is never lost', () => {
  const { runs, throttle } = count()
  for (let at = 0; at < 250; at += 10) {
    throttle.schedule()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1000)
  expect(runs).toEqual([100, 200, 300])
})

test('it holds a timer only while a run is due', () => {
  const { runs, throttle } = count()
  expect(vi.getTimerCount()).toBe(0)
  throttle.schedule()
  throttle.schedule()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
  expect(runs).toEqual([100])
})

test('a cancelled run never starts, and a later call schedules again', () => {
  const { runs, throttle } = count()
  throttle.schedule()
  throttle.cancel()
  vi.advanceTimersByTime(500)
  expect(runs).toEqual([])
  throttle.schedule()
  vi.advanceTimersByTime(100)
  expect(runs).toEqual([600])
})

test('a call made during a run is scheduled for the next interval', () => {
  const runs: number[] = []
  const throttle = new Throttle(() => {
    if (runs.push(Date.now()) < 3) throttle.schedule()
  }, 100)
  throttle.schedule()
  vi.advanceTimersByTime(1000)
  expect(runs.map((time) => time - runs[0]!)).toEqual([0, 100, 200])
})
