import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryLimiter, unlimitedMemory } from '../../../src-main/analysis/decode/memory-limiter.ts'
import { InFlightJob, type InFlightOptions } from '../../../src-main/compute/host/in-flight-job.ts'
import { makeJob } from './make-job.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

type Beginning = Partial<InFlightOptions> & { isAlone?: boolean }

/** A job whose file is not read yet. */
function beginReading({ isAlone = false, ...options }: Beginning = {}) {
  const [onLate, onStalled] = [vi.fn(), vi.fn()]
  const job = { ...makeJob({ kind: 'analyse' }), isAlone }
  const limits = { startMs: 5000, stalledMs: 1000, sharedMs: 100, aloneMs: 300 }
  const given = { limits, memory: unlimitedMemory, isShared: () => false, slowness: () => 1, onLate, onStalled }
  const inFlight = new InFlightJob(job, { ...given, ...options })
  onTestFinished(() => inFlight.end())
  return { inFlight, onLate, onStalled, ...reports(inFlight) }
}

/** A job whose file is read. */
function begin(options: Beginning = {}) {
  const begun = beginReading(options)
  begun.inFlight.noteWork(0)
  return begun
}

function reports(inFlight: InFlightJob) {
  return {
    /** The process ran and computed for this long. */
    compute: (ms: number) => inFlight.noteReport({ ranMs: ms, usedMs: ms, isIdle: false }),
    /** It could run for this long and did nothing. */
    idle: (ms: number) => inFlight.noteReport({ ranMs: ms, usedMs: 0, isIdle: true }),
  }
}

test('a job whose file is being read may take any time, as long as bytes arrive', () => {
  const { inFlight, onLate, onStalled, idle } = beginReading({ isShared: () => true })
  for (let piece = 0; piece < 20; piece++) {
    idle(999)
    inFlight.noteProgress()
  }
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 0])
  idle(1000)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 1])
})

test("other jobs' computing while its file is read is not its own time", () => {
  const { inFlight, onLate, onStalled, compute } = beginReading()
  compute(999)
  inFlight.noteWork(0)
  compute(299)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 0])
})

test('on a machine that computes three times slower it has three times as long', () => {
  const { onLate, compute } = begin({ slowness: () => 3 })
  compute(899)
  expect(onLate).not.toHaveBeenCalled()
  compute(1)
  expect(onLate).toHaveBeenCalledOnce()
})

test('a job that works without getting the processor keeps all its time', () => {
  const { inFlight, onLate } = begin()
  for (let i = 0; i < 1000; i++) inFlight.noteReport({ ranMs: 500, usedMs: 0.2, isIdle: false })
  expect(onLate).not.toHaveBeenCalled()
})

test('a job that computes nothing for too long is late; reading a file meanwhile gives it more time', () => {
  const { inFlight, onLate, onStalled, idle, compute } = beginReading()
  inFlight.noteWork(5000)
  idle(5999)
  compute(1)
  idle(5999)
  expect(onLate).not.toHaveBeenCalled()
  idle(1)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([1, 0])
})

test('an ended job has no time left to run out, whatever arrives late', () => {
  const { inFlight, onLate, onStalled, compute, idle } = beginReading()
  inFlight.end()
  inFlight.noteProgress()
  inFlight.noteWork(0)
  compute(10_000)
  idle(10_000)
  expect([onLate.mock.calls.length, onStalled.mock.calls.length]).toEqual([0, 0])
})

test('a job that shares its process is late earlier', () => {
  const { onLate, compute } = begin({ isShared: () => true })
  compute(99)
  expect(onLate).not.toHaveBeenCalled()
  compute(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('a job that no longer shares it, or only later, gets the rest of its time', () => {
  let isShared = false
  const { onLate, compute } = begin({ isShared: () => isShared })
  compute(100)
  isShared = true
  compute(199)
  expect(onLate).not.toHaveBeenCalled()
  compute(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('a job retried alone gets the time that the first try left', () => {
  const { onLate, compute } = begin({ isAlone: true, isShared: () => true })
  compute(199)
  expect(onLate).not.toHaveBeenCalled()
  compute(1)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test('waiting for memory is not its own time, and its memory is free when it ends', async () => {
  const memory = createMemoryLimiter(1000)
  const [first, second] = [begin({ memory }), begin({ memory })]
  const [onFirst, onSecond] = [vi.fn(), vi.fn()]
  first.inFlight.acquireMemory(1, 900, onFirst)
  second.inFlight.acquireMemory(1, 900, onSecond)
  await settled()
  expect([onFirst.mock.calls.length, onSecond.mock.calls.length]).toEqual([1, 0])
  for (const { compute, idle } of [first, second]) {
    compute(300)
    idle(1000)
  }
  expect([first.onLate.mock.calls.length > 0, second.onLate.mock.calls.length]).toEqual([true, 0])
  first.inFlight.end()
  await settled()
  expect(onSecond).toHaveBeenCalledTimes(1)
  second.compute(300)
  expect(second.onLate).toHaveBeenCalledTimes(1)
})

test('released memory goes to the next job', async () => {
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

test('a job that ended while waiting for memory gets none, and blocks nobody', async () => {
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
  gone.compute(1000)
  expect(gone.onLate).not.toHaveBeenCalled()
})
