import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackgroundTask } from '../../../src-main/base/background/background-task.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A task whose runs the test ends. */
function openTask() {
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const task = new BackgroundTask({
    work: () => {
      runs.push(Promise.withResolvers())
      return runs.at(-1)!.promise
    },
    onError: (error) => void errors.push(error),
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { task, runs, errors, settle }
}

test('one run goes on at a time, and what came up meanwhile has a run of its own', async () => {
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

test('a run that fails is tried again after pauses that grow, until one goes well', async () => {
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

test('one that is closed stops, waits for the run in progress and begins no other', async () => {
  const { task, runs, errors } = openTask()
  task.schedule()
  const closed = task.close()
  runs[0]!.reject(new Error('stopped'))
  await closed
  task.schedule()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([runs.length, errors.length, vi.getTimerCount()]).toEqual([1, 0, 0])
})
