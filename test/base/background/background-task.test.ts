import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackgroundTask, type BackgroundTaskOptions } from '../../../src-main/base/background/background-task.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A task whose runs the test ends. */
function openTask(options: Pick<BackgroundTaskOptions, 'pauses'> = {}) {
  const runs: PromiseWithResolvers<void | 'retry'>[] = []
  const errors: unknown[] = []
  const task = new BackgroundTask({
    ...options,
    work: () => {
      runs.push(Promise.withResolvers())
      return runs.at(-1)!.promise
    },
    onError: (error) => void errors.push(error),
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { task, runs, errors, settle }
}

test('one run is active at a time, and work that comes up meanwhile gets another run', async () => {
  const { task, runs, settle } = openTask()
  task.schedule()
  task.schedule()
  task.schedule()
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await settle()
  expect(runs).toHaveLength(2)
  const idle = task.idle()
  runs[1]!.resolve()
  await idle
  expect(runs).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a failed run is retried after growing pauses, until one succeeds', async () => {
  const { task, runs, errors, settle } = openTask()
  task.schedule()
  for (const [number, pauseMs] of [1000, 2000, 4000].entries()) {
    runs[number]!.reject(number)
    await task.idle()
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(runs).toHaveLength(number + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toHaveLength(number + 2)
  }
  expect(errors).toEqual([0, 1, 2])
  runs[3]!.resolve()
  await settle()
  expect(vi.getTimerCount()).toBe(0)
  task.schedule()
  runs[4]!.reject('again')
  await settle()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(6)
})

test('a partly failed run is retried in the same way, and reports nothing a second time', async () => {
  const { task, runs, errors, settle } = openTask({ pauses: { firstMs: 5000, longestMs: 8000 } })
  task.schedule()
  task.schedule() // found by the active run, or by the next try
  for (const [number, pauseMs] of [5000, 8000, 8000].entries()) {
    runs[number]!.resolve('retry')
    await task.idle()
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(runs).toHaveLength(number + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toHaveLength(number + 2)
  }
  runs[3]!.resolve()
  await settle()
  expect([errors, vi.getTimerCount(), task.isRunning]).toEqual([[], 0, false])
})

test('the earliest of the scheduled runs comes next, unless work comes up before', async () => {
  const { task, runs, settle } = openTask()
  task.schedule(3000)
  task.schedule(2000)
  task.schedule(4000)
  await vi.advanceTimersByTimeAsync(1999)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(1)
  task.schedule(1000)
  runs[0]!.resolve()
  await settle()
  task.schedule()
  runs[1]!.resolve()
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toHaveLength(2)
})

test('a closed one stops, waits for the active run and starts no other', async () => {
  const { task, runs, errors } = openTask()
  task.schedule()
  const closed = task.close()
  runs[0]!.reject(new Error('stopped'))
  await closed
  task.schedule()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([runs.length, errors.length, vi.getTimerCount()]).toEqual([1, 0, 0])
})
