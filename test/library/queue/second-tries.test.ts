import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SecondTries } from '../../../src-main/library/queue/second-tries.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open() {
  const seen = { failed: 2, tries: 0, isQuiet: true, errors: [] as unknown[] }
  const tries = new SecondTries({
    count: () => seen.failed,
    retry: () => void seen.tries++,
    isQuiet: () => seen.isQuiet,
    onError: (error) => void seen.errors.push(error),
  })
  return { tries, seen }
}

test('they run after ten minutes without other work, then after pauses that double up to a day', () => {
  const { tries, seen } = open()
  const pauses: number[] = []
  for (let round = 0; round < 10; round++) {
    tries.noteIdle()
    const begun = Date.now()
    while (seen.tries === round) vi.advanceTimersByTime(MINUTE)
    pauses.push((Date.now() - begun) / MINUTE)
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440])
})

test('they wait for a busy machine, and success resets the pauses', () => {
  const { tries, seen } = open()
  seen.isQuiet = false
  tries.noteIdle()
  vi.advanceTimersByTime(15 * MINUTE)
  expect(seen.tries).toBe(0)
  seen.isQuiet = true
  vi.advanceTimersByTime(MINUTE)
  expect(seen.tries).toBe(1)
  seen.failed = 0
  tries.noteIdle()
  expect(vi.getTimerCount()).toBe(0)
  seen.failed = 1
  tries.noteIdle()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(seen.tries).toBe(2)
})

test('closing leaves no timer, and a failing catalogue is reported', () => {
  const { tries } = open()
  tries.noteIdle()
  tries.close()
  tries.noteIdle()
  expect(vi.getTimerCount()).toBe(0)
  const fault = new Error('the disk is full')
  const onError = vi.fn()
  const retry = () => {
    throw fault
  }
  const failing = new SecondTries({ count: () => 1, retry, isQuiet: () => true, onError })
  failing.noteIdle()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(onError).toHaveBeenCalledWith(fault)
})
