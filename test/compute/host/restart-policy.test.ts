import { expect, test } from 'vitest'
import { RestartPolicy } from '../../../src-main/compute/host/restart-policy.ts'

test('pauses double with each failed start, and the fourth in a row is hopeless', () => {
  const policy = new RestartPolicy(10)
  const ends = [1, 2, 3, 4, 5].map(() => policy.noteEnd({ hadStarted: false }))
  expect(ends.map(({ pauseMs }) => pauseMs)).toEqual([20, 40, 80, 10, 20])
  expect(ends.map(({ isHopeless }) => isHopeless)).toEqual([false, false, false, true, false])
})

test('a process that had started, or answered, does not count as a failed start', () => {
  const policy = new RestartPolicy(10)
  policy.noteEnd({ hadStarted: false })
  expect(policy.noteEnd({ hadStarted: true })).toEqual({ pauseMs: 10, isHopeless: false })
  policy.noteEnd({ hadStarted: false })
  policy.noteAnswer()
  expect(policy.noteEnd({ hadStarted: false })).toEqual({ pauseMs: 20, isHopeless: false })
})

test('no pause is longer than half a minute', () => {
  expect(new RestartPolicy(1_000_000).noteEnd({ hadStarted: true }).pauseMs).toBe(30_000)
})
