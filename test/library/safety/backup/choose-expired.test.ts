import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackupReason } from '../../../../src-main/contract/library/backups.ts'
import { chooseExpired } from '../../../../src-main/library/safety/backup/choose-expired.ts'

// Days are those of the machine: at noon UTC it is tomorrow in New Zealand.
beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-07-15T12:00:00Z')

const make = (daysAgo: number, reason: BackupReason = 'daily') => {
  const at = new Date(NOW - daysAgo * DAY_MS).toISOString()
  return { id: `${at} ${reason}`, at, reason }
}
const keptOf = (backups: readonly ReturnType<typeof make>[]) => {
  const expired = new Set(chooseExpired(backups, NOW))
  return backups.filter((backup) => !expired.has(backup))
}

test('of a year of daily backups, seven days, four weeks and six months stay', () => {
  const kept = keptOf(Array.from({ length: 365 }, (_, day) => make(day)))
  const days = kept.map(({ at }) => at.slice(0, 10))
  expect(days.slice(0, 7)).toEqual([
    '2026-07-15',
    '2026-07-14',
    '2026-07-13',
    '2026-07-12',
    '2026-07-11',
    '2026-07-10',
    '2026-07-09',
  ])
  expect(days.slice(7)).toEqual([
    '2026-07-05',
    '2026-06-30',
    '2026-06-28',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
  ])
})

test('the last few for each other reason stay in addition to the daily ones', () => {
  const kept = keptOf([
    ...Array.from({ length: 8 }, (_, day) => make(day / 10, 'migration')),
    ...Array.from({ length: 8 }, (_, day) => make(20 + day / 10, 'before')),
    ...Array.from({ length: 8 }, (_, day) => make(0.01 + day / 100, 'asked')),
  ])
  const count = (reason: BackupReason) => kept.filter((backup) => backup.reason === reason).length
  expect([count('migration'), count('before'), count('asked')]).toEqual([3, 5, 5])
})

test('after years without the program the remaining ones stay', () => {
  expect(keptOf([make(2000), make(2001)])).toHaveLength(2)
})

test('backups from the future displace no others', () => {
  const past = Array.from({ length: 7 }, (_, day) => make(day))
  const kept = keptOf([...Array.from({ length: 20 }, (_, day) => make(-8000 - day)), ...past])
  expect(kept.filter(({ at }) => at < '2027')).toEqual(past)
  expect(kept).toHaveLength(8)
})

test("an upgrade's first copy stays until a week after the upgrade ended", () => {
  const later = Array.from({ length: 3 }, (_, day) => make(day, 'migration'))
  const copy = make(40, 'migration')
  const keeps = (endedDaysAgo: number | null) => {
    const endedAt = endedDaysAgo === null ? null : new Date(NOW - endedDaysAgo * DAY_MS).toISOString()
    return !chooseExpired([...later, copy], NOW, { backup: copy.id, endedAt }).includes(copy)
  }
  expect([null, 0, 6.9, 7.1].map(keeps)).toEqual([true, true, true, false])
})

describe('for any set of backups', () => {
  const backups = fc.uniqueArray(
    fc.record({
      daysAgo: fc.double({ min: -100, max: 1000, noNaN: true }),
      reason: fc.constantFrom<BackupReason>('daily', 'asked', 'migration', 'before'),
    }),
    { selector: ({ daysAgo }) => Math.round(daysAgo * DAY_MS), maxLength: 60 },
  )
  const sets = backups.map((list) => list.map(({ daysAgo, reason }) => make(daysAgo, reason)))

  test('the newest stays, their number is limited, and choosing again removes nothing', () => {
    fc.assert(
      fc.property(sets, (all) => {
        const kept = keptOf(all)
        const past = all.filter(({ at }) => Date.parse(at) <= NOW + DAY_MS).toSorted((a, b) => b.at.localeCompare(a.at))
        if (past[0]) expect(kept).toContain(past[0])
        expect(kept.length).toBeLessThanOrEqual(1 + 1 + 7 + 4 + 6 + 1 + 5 + 3 + 5)
        expect(chooseExpired(kept, NOW)).toEqual([])
      }),
    )
  })
})
