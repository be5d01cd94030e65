import { expect, test } from 'vitest'
import type { PendingPhoto } from '../../../src-main/library/queue/rows/take-pending.ts'
import { Suspects } from '../../../src-main/library/queue/suspects.ts'

const values = { fileKey: null, bytes: 1, modifiedMs: 1, changedMs: null, isLate: false, leavesSome: false }
const photo = (id: number): PendingPhoto => ({
  id,
  rootId: 1,
  path: `/photos/${id}.jpg`,
  steps: ['preview'],
  ...values,
})

test('suspects come one at a time, in the order they were added', () => {
  const suspects = new Suspects()
  suspects.add(photo(1))
  suspects.add(photo(2))
  expect([...suspects.waitingIds()]).toEqual([1, 2])
  expect(suspects.isRunning).toBe(false)
  expect(suspects.takeNext()).toEqual(photo(1))
  expect([suspects.isRunning, suspects.isWaiting(1), suspects.isWaiting(2)]).toEqual([true, false, true])
  suspects.finish(7)
  expect(suspects.isRunning).toBe(true)
  suspects.finish(1)
  expect(suspects.isRunning).toBe(false)
  expect(suspects.takeNext()).toEqual(photo(2))
  expect(suspects.takeNext()).toBeUndefined()
})

test('a photo that left the library is not a suspect', () => {
  const suspects = new Suspects()
  suspects.add(photo(1))
  suspects.remove(1)
  expect(suspects.takeNext()).toBeUndefined()
  expect(suspects.isRunning).toBe(false)
})

test('a suspect whose result could not be saved runs alone again; other photos do not become suspects', () => {
  const suspects = new Suspects()
  suspects.add(photo(1))
  suspects.takeNext()
  suspects.retry(photo(1))
  suspects.retry(photo(2))
  suspects.finish(1)
  expect([...suspects.waitingIds()]).toEqual([1])
})
