import { say } from '../../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import { DEFAULT_READING_LIMITS, ProgressWatch } from '../../../../src-main/library/metadata/host/progress-watch.ts'

const limits = { ...DEFAULT_READING_LIMITS, tickMs: 250, startTicks: 5, silentTicks: 3, waitTicks: 6 }
const watch = ({ isReady = true, isAlone = false, slowness = 1 } = {}) =>
  new ProgressWatch(limits, { isReady, isAlone, slowness: () => slowness })
const sign = (more: object = {}) => ({ batch: 1, answers: [], isDone: false, cpuMs: 0, residentBytes: 0, ...more })
const ticks = (watched: ProgressWatch, count: number) => Array.from({ length: count }, () => watched.tick()).at(-1)

test('a silent process hangs; one with a heartbeat waits for a disk', () => {
  expect(ticks(watch(), 3)).toBeNull()
  expect(ticks(watch(), 4)).toEqual({ kind: 'hangs', how: say('reading.noAnswer', { seconds: 0.75 }) })
  const waiting = watch()
  for (let tick = 0; tick < 6; tick++) {
    expect(waiting.tick()).toBeNull()
    expect(waiting.note(sign())).toBeNull()
  }
  expect(waiting.note(sign())).toMatchObject({ kind: 'waits' })
})

test('a finished file restarts the wait', () => {
  const working = watch()
  for (let tick = 0; tick < 30; tick++) {
    expect(working.tick()).toBeNull()
    expect(working.note(sign({ answers: [[tick, null]] }))).toBeNull()
  }
})

test('processor time and memory are limited; a single file may take three times as long', () => {
  expect(watch().note(sign({ cpuMs: 2_001 }))).toMatchObject({ kind: 'hangs' })
  expect(watch({ isAlone: true }).note(sign({ cpuMs: 5_999 }))).toBeNull()
  expect(watch({ isAlone: true }).note(sign({ cpuMs: 6_001 }))).toMatchObject({ kind: 'hangs' })
  expect(ticks(watch({ isAlone: true }), 9)).toBeNull()
  expect(ticks(watch({ isAlone: true }), 10)).toMatchObject({ kind: 'hangs' })
  expect(watch().note(sign({ residentBytes: 513 * 1024 * 1024 }))).toMatchObject({ kind: 'too-large' })
})

test('a machine that computes three times slower gets three times the processor time', () => {
  expect(watch({ slowness: 3 }).note(sign({ cpuMs: 5_999 }))).toBeNull()
  expect(watch({ slowness: 3 }).note(sign({ cpuMs: 6_001 }))).toMatchObject({ kind: 'hangs' })
})

test('the start has its own time limit', () => {
  const starting = watch({ isReady: false })
  expect(ticks(starting, 5)).toBeNull()
  starting.noteReady()
  expect(ticks(starting, 3)).toBeNull()
  expect(ticks(watch({ isReady: false }), 6)).toMatchObject({ kind: 'not-started' })
})
