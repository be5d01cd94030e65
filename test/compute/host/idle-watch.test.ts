import { expect, onTestFinished, test, vi } from 'vitest'
import { IdleWatch } from '../../../src-main/compute/host/idle-watch.ts'

function open() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const onLongIdle = vi.fn()
  return { onLongIdle, watch: new IdleWatch(onLongIdle, 100) }
}

test('a long idle time is reported once; work in between restarts it', () => {
  const { watch, onLongIdle } = open()
  watch.noteIdle()
  vi.advanceTimersByTime(99)
  watch.noteBusy()
  vi.advanceTimersByTime(1000)
  expect(onLongIdle).not.toHaveBeenCalled()
  watch.noteIdle()
  watch.noteIdle()
  vi.advanceTimersByTime(1000)
  expect(onLongIdle).toHaveBeenCalledTimes(1)
})

test('waiters are notified at the next idle moment, and at the end', async () => {
  const { watch, onLongIdle } = open()
  const first = watch.next()
  watch.noteIdle()
  await first
  const second = watch.next()
  watch.close()
  await second
  vi.advanceTimersByTime(1000)
  expect(onLongIdle).not.toHaveBeenCalled()
})
