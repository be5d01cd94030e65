import { expect, test } from 'vitest'
import { PostponedChecks } from '../../../src-main/library/ingest/postponed-checks.ts'

test('postponed checks are taken at once, comparisons piece by piece, and neither twice', () => {
  const later = new PostponedChecks()
  later.postpone([
    { rootId: 1, place: 'a.jpg' },
    { rootId: 2, place: 'b.jpg' },
    { rootId: 1, place: 'a.jpg' },
  ])
  later.verify(
    3,
    Array.from({ length: 25 }, (_, number) => `${number}.jpg`),
  )
  expect([later.isPostponed(1, 'a.jpg'), later.isPostponed(2, 'a.jpg')]).toEqual([true, false])
  expect(later.takePostponed()).toEqual([
    [1, ['a.jpg']],
    [2, ['b.jpg']],
  ])
  expect(later.takeUnverified()?.[1]).toHaveLength(20)
  expect(later.takeUnverified()).toEqual([3, ['20.jpg', '21.jpg', '22.jpg', '23.jpg', '24.jpg']])
  expect([later.hasPostponed, later.hasUnverified]).toEqual([false, false])
  later.verify(3, ['a.jpg'])
  later.forget(3)
  expect(later.takeUnverified()).toBeUndefined()
})

test('a check that has waited for a minute is overdue', () => {
  let nowMs = 1000
  const later = new PostponedChecks(() => nowMs)
  expect(later.isOverdue).toBe(false)
  later.postpone([{ rootId: 1, place: 'a.jpg' }])
  nowMs += 40_000
  later.postpone([{ rootId: 1, place: 'b.jpg' }])
  expect(later.isOverdue).toBe(false)
  nowMs += 20_001
  expect(later.isOverdue).toBe(true)
  // After a check without a result, the wait does not start again.
  later.takePostponed()
  later.postpone([{ rootId: 1, place: 'a.jpg' }])
  later.noteConcluded()
  expect(later.isOverdue).toBe(true)
  later.takePostponed()
  later.noteConcluded()
  later.postpone([{ rootId: 1, place: 'a.jpg' }])
  expect(later.isOverdue).toBe(false)
})
