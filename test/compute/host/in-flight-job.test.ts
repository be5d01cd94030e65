import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryLimiter, unlimitedMemory } from '../../../src-main/analysis/decode/memory-limiter.ts'
import { InFlightJob, type InFlightOptions } from '../../../src-main/compute/host/in-flight-job.ts'
import { makeJob } from './make-job.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

type Beginning = Partial<InFlightOptions> & { isAlone?: boolean }

/** A job whose file is not read yet. */
function beginReading({ isAlone = false, ...options }: Beginning = {}) {
  const [onLate, onStalled] = [vi.fn(), vi.fn()]
  const job = { ...makeJob({ kind: 'analyse' }), isAlone }
  const limits = { startMs: 5000, stalledMs: 1000, sharedMs: 100, aloneMs: 300 }
  const given = {
    limits,
    memory: unlimitedMemory,
    isReady: () => true,
    slowness: () => 1,
    isShared: () => false,
    onLate,
    onStalled,
  }
  const inFlight = new InFlightJob(job, { ...given, ...options })
  onTestFinished(() => inFlight.end())
  return { inFlight, onLate, onStalled }
}

/** A job whose file is read. */
function begin(options: Beginning = {}) {
  const begun = beginReading(options)
  begun.inFlight.noteWork(0)
  return begun
}

test('one whose file is being read may take any time, as long as something of it comes', () => {
  const { inFlight, onLate, onStalled } = beginReading({ isShared: () => true })
  for (let piece = 0; piece < 20; piece++) {
    vi.advanceTimersByTime(999)
    inFlight.noteProgress()
  }
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 0])
  vi.advanceTimersByTime(1000)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 1])
})

test('one on a busy machine gets as many times more time', () => {
  const { onLate } = begin({ slowness: () => 3 })
  vi.advanceTimersByTime(899)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledOnce()
})

test('one whose process is not ready yet waits for that, and then for its file', () => {
  let isReady = false
  const { inFlight, onStalled } = beginReading({ isReady: () => isReady })
  vi.advanceTimersByTime(4999)
  expect(onStalled).not.toHaveBeenCalled()
  isReady = true
  inFlight.noteProgress()
  vi.advanceTimersByTime(1000)
  expect(onStalled).toHaveBeenCalledOnce()
})

test('one whose file is read again while it is worked on gets more time', () => {
  const { inFlight, onLate, onStalled } = beginReading()
  inFlight.noteWork(5000)
  inFlight.noteProgress()
  vi.advanceTimersByTime(5000 + 100 + 5000 + 199)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([1, 0])
})

test('one that ended has no time left to run out, whatever comes late', () => {
  const { inFlight, onLate, onStalled } = beginReading()
  inFlight.end()
  inFlight.noteProgress()
  inFlight.noteWork(0)
  vi.advanceTimersByTime(10_000)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 0])
})

test('one that shares its process is late early', () => {
  const { onLate } = begin({ isShared: () => true })
  vi.advanceTimersByTime(99)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('one that shares it no longer gets the rest of its time', () => {
  const { onLate } = begin()
  vi.advanceTimersByTime(299)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('one that is tried a second time, alone, gets what the first try left', () => {
  const { onLate } = begin({ isAlone: true, isShared: () => true })
  vi.advanceTimersByTime(199)
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('waiting for memory is not its own time, and what it held is free when it ends', async () => {
  const memory = createMemoryLimiter(1000)
  const [first, second] = [begin({ memory }), begin({ memory })]
  const [onFirst, onSecond] = [vi.fn(), vi.fn()]
  first.inFlight.acquireMemory(1, 900, onFirst)
  second.inFlight.acquireMemory(1, 900, onSecond)
  await settled()
  expect([onFirst.mock.calls.length, onSecond.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(1000)
  expect([first.onLate.mock.calls.length, second.onLate.mock.calls.length]).toEqual([1, 0])
  first.inFlight.end()
  await settled()
  expect(onSecond).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(300)
  expect(second.onLate).toHaveBeenCalledTimes(1)
})

test('memory that is given back goes to the next', async () => {
  const memory = createMemoryLimiter(1000)
  const [first, second] = [begin({ memory }), begin({ memory })]
  const onSecond = vi.fn()
  first.inFlight.acquireMemory(7, 2000, () => undefined)
  second.inFlight.acquireMemory(7, 10, onSecond)
  await settled()
  expect(onSecond).not.toHaveBeenCalled()
  first.inFlight.releaseMemory(7)
  await settled()
  expect(onSecond).toHaveBeenCalledTimes(1)
})

test('one that ended while it waited for memory is granted none, and blocks nobody', async () => {
  const memory = createMemoryLimiter(1000)
  const [holder, gone, next] = [begin({ memory }), begin({ memory }), begin({ memory })]
  const [onGone, onNext] = [vi.fn(), vi.fn()]
  holder.inFlight.acquireMemory(1, 1000, () => undefined)
  gone.inFlight.acquireMemory(1, 1000, onGone)
  next.inFlight.acquireMemory(1, 1000, onNext)
  gone.inFlight.end()
  holder.inFlight.end()
  await settled()
  expect([onGone.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 1])
  vi.advanceTimersByTime(1000)
  expect(gone.onLate).not.toHaveBeenCalled()
})
