import { expect, onTestFinished, test, vi } from 'vitest'
import { PeriodicTask } from '../../../src-main/service/timers/periodic-task.ts'

function open(work: () => Promise<void>) {
  vi.useFakeTimers()
  const error = vi.fn()
  const task = new PeriodicTask({ work, intervalMs: 1000, log: { error }, failureMessage: 'it failed' })
  onTestFinished(async () => {
    await task.close()
    vi.useRealTimers()
  })
  return { task, error }
}

test('work is done at intervals, even after a failure, which is logged', async () => {
  const work = vi.fn(async () => {})
  const failure = new Error('no')
  work.mockRejectedValueOnce(failure)
  const { error } = open(work)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(work).toHaveBeenCalledTimes(3)
  expect(error.mock.calls).toEqual([['it failed', { error: failure }]])
})

test('one run at a time; closing waits for it and ends the timer', async () => {
  const finished = Promise.withResolvers<void>()
  const work = vi.fn(() => finished.promise)
  const { task } = open(work)
  const runs = [task.run(), task.run()]
  await vi.advanceTimersByTimeAsync(2000)
  expect(work).toHaveBeenCalledTimes(1)
  let isClosed = false
  const closing = task.close().then(() => (isClosed = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isClosed).toBe(false)
  finished.resolve()
  await Promise.all([...runs, closing])
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('whoever starts a run learns of its failure', async () => {
  const { task, error } = open(() => Promise.reject(new Error('no')))
  await expect(task.run()).rejects.toThrow('no')
  expect(error).not.toHaveBeenCalled()
})
