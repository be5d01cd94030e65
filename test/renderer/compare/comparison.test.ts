import { expect, test } from 'vitest'
import { activate, leaveOut, putBack, showMany, startComparison } from '../../../src-renderer/compare/comparison.ts'

const ids = [1, 2, 3, 4, 5]

test('a photo that leaves makes room for the next one, in its place', () => {
  const after = leaveOut(startComparison(ids, 2), 1)
  expect(after).toEqual({ shown: [3, 2], waiting: [4, 5], active: 0, panes: 2 })
})

test('without a next photo the others move up, and the mark stays on a photo', () => {
  const last = leaveOut(activate(startComparison([1, 2, 3], 3), 2), 3)
  expect(last).toEqual({ shown: [1, 2], waiting: [], active: 1, panes: 3 })
  expect(leaveOut(leaveOut(last, 1), 2).shown).toEqual([])
})

test('a returning photo takes its place, and its replacement waits again', () => {
  const before = startComparison(ids, 2)
  expect(putBack(leaveOut(before, 1), 1, 0)).toEqual(before)
  const short = startComparison([1, 2], 2)
  expect(putBack(leaveOut(short, 2), 2, 1)).toEqual({ ...short, active: 1 })
})

test('the mark wraps around', () => {
  const start = startComparison(ids, 4)
  expect([activate(start, -1).active, activate(start, 4).active, activate(start, 2).active]).toEqual([3, 0, 2])
})

test('another number keeps the order', () => {
  const four = showMany(leaveOut(startComparison(ids, 2), 2), 4)
  expect([four.shown, four.waiting]).toEqual([[1, 3, 4, 5], []])
  expect(showMany(four, 2)).toEqual({ shown: [1, 3], waiting: [4, 5], active: 0, panes: 2 })
})
