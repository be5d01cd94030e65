import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { UnreadableFiles } from '../../../src-main/library/queue/unreadable-files.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open() {
  const onRetry = vi.fn()
  return { files: new UnreadableFiles(onRetry), onRetry }
}
const photo = (id: number, rootId = 1) => ({ id, rootId })

test('photos of the same folder pause together, others do not', () => {
  const { files, onRetry } = open()
  expect(files.note(photo(1), foreign('The share stands still.'))).toBe('again')
  expect([inEnglish(files.problem), [...files.pausedRoots()], files.pausedIds()]).toEqual([
    'The share stands still.',
    [1],
    [1],
  ])
  vi.advanceTimersByTime(1999)
  expect(onRetry).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onRetry).toHaveBeenCalledTimes(1)
  expect([[...files.pausedRoots()], files.pausedIds()]).toEqual([[], []])
})

test('pauses double up to five minutes, and simultaneous failures count as one', () => {
  const { files, onRetry } = open()
  const pauses: number[] = []
  for (let round = 0; round < 10; round++) {
    for (const id of [1, 2, 3]) files.note(photo(round * 10 + id), foreign('It stands still.'))
    const [begun, calls] = [Date.now(), onRetry.mock.calls.length]
    while (onRetry.mock.calls.length === calls || files.pausedRoots().size > 0) vi.advanceTimersByTime(1000)
    pauses.push((Date.now() - begun) / 1000)
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

test('a folder with one readable file is no longer a problem', () => {
  const { files } = open()
  files.note(photo(1), foreign('It stands still.'))
  files.noteRead(photo(2))
  expect([files.problem, [...files.pausedRoots()], files.pausedIds()]).toEqual([null, [], [1]])
})

test('a file that keeps failing while its neighbours are read is given up; on a dead disk none is', () => {
  const { files } = open()
  const fail = (id: number, rootId: number) => {
    const result = files.note(photo(id, rootId), foreign('The disk reports an error.'))
    vi.advanceTimersByTime(600_000)
    return result
  }
  expect([fail(1, 1), fail(1, 1), fail(1, 1), fail(1, 1)]).toEqual(['again', 'again', 'again', 'again'])
  files.noteRead(photo(2, 1))
  expect(fail(1, 1)).toBe('hopeless')
  expect(fail(3, 2)).toBe('again')
  files.noteRead(photo(4, 2))
  expect([fail(3, 2), fail(3, 2)]).toEqual(['again', 'hopeless'])
})

test('clearing or closing leaves no timer', () => {
  const { files, onRetry } = open()
  files.note(photo(1), foreign('It stands still.'))
  files.clear()
  expect([vi.getTimerCount(), files.problem]).toEqual([0, null])
  files.close()
  files.note(photo(1), foreign('It stands still.'))
  vi.advanceTimersByTime(600_000)
  expect([vi.getTimerCount(), onRetry.mock.calls.length]).toEqual([0, 0])
})

test.each([-40, 40])('a clock that jumps by %s years neither ends nor prolongs a pause', (years) => {
  const { files, onRetry } = open()
  files.note(photo(1), foreign('It stands still.'))
  vi.setSystemTime(Date.now() + years * 365 * 86_400_000)
  expect(files.pausedIds()).toEqual([1])
  const timer = vi.spyOn(globalThis, 'setTimeout')
  files.note(photo(2, 2), foreign('It stands still.'))
  expect(timer.mock.calls.every(([, ms = 0]) => ms <= 2000)).toBe(true)
  vi.advanceTimersByTime(2000)
  expect(onRetry).toHaveBeenCalled()
  expect(files.pausedIds()).toEqual([])
})
