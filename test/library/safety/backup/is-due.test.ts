import { expect, test } from 'vitest'
import { isDue } from '../../../../src-main/library/safety/backup/is-due.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-07-15T12:00:00Z')
const newest = (hoursAgo: number, mark = 'old') => ({ at: new Date(NOW - hoursAgo * HOUR_MS).toISOString(), mark })

test.each([
  ['there is none', undefined, true],
  ['it is a day old and something changed', newest(24), true],
  ['it is from this time yesterday, nearly', newest(21), true],
  ['it is of today', newest(5), false],
  ['nothing changed', newest(24 * 30, 'new'), false],
  ['it is from the future, since the clock was wrong', newest(-24 * 365 * 30), true],
  ['the clock was set back a little', newest(-0.5), false],
])('the daily backup is due %s', (_what, backup, due) => {
  expect(isDue(backup, 'new', NOW)).toBe(due)
})
