import { expect, onTestFinished, test, vi } from 'vitest'
import { pauseAfter, Polling } from '../../../../src-main/library/ingest/watching/watch.ts'

test('polling takes at most a twentieth of the time', () => {
  expect(pauseAfter(0)).toBe(10_000)
  expect(pauseAfter(500)).toBe(10_000)
  expect(pauseAfter(60_000)).toBe(19 * 60_000)
})

test('a check is followed by a suitable pause, and the last one by none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let checks = 0
  const polling = new Polling(async () => {
    checks += 1
    return 2_000
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(checks).toBe(1)
  await vi.advanceTimersByTimeAsync(37_999)
  expect(checks).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(checks).toBe(2)
  polling.close()
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(checks).toBe(2)
})
