import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { momentOf, offsetAt, writeOffset } from '../../../src-main/contract/library/zones.ts'
import { WallTime, writeSeconds } from '../../../src-main/contract/library/date-change.ts'
import { changeDates, previewDates } from '../../../src-main/library/editing/change-dates.ts'
import { openEditing } from './editing-library.ts'

const open = () =>
  openEditing({
    'a.jpg': { takenAt: '2024-07-01T23:30:00', offset: '+02:00' },
    'b.jpg': { takenAt: '2024-01-15T12:00:00' },
    'c.jpg': {},
  })

test('dates move by a span and keep their offset; undated photos are skipped; one undo reverts all', async () => {
  const { catalog, ids, detail, ...library } = open()
  const asked = { ids, change: { how: 'by', seconds: 3600 } } as const
  expect(previewDates({ catalog }, { ...asked, shown: 10 })).toMatchObject({
    changed: 2,
    left: 1,
    photos: [
      { name: 'b.jpg', after: { takenAt: '2024-01-15T13:00:00', offset: null } },
      { name: 'a.jpg', after: { takenAt: '2024-07-02T00:30:00', offset: '+02:00' } },
      { name: 'c.jpg', before: null, after: null },
    ],
  })
  const { sentence } = await changeDates({ catalog, ...library }, asked)
  expect(inEnglish(sentence)).toBe('Moved the dates of 2 photos by +1 h')
  expect(detail(0)).toMatchObject({ takenAt: '2024-07-02T00:30:00', offset: '+02:00' })
  expect(catalog.changes.undo().ids).toHaveLength(2)
  expect([detail(0).takenAt, detail(1).takenAt, detail(2).takenAt]).toEqual([
    '2024-07-01T23:30:00',
    '2024-01-15T12:00:00',
    null,
  ])
})

test.each([
  ['2023-02-29', '2024-02-29'],
  ['2023-02-30', '2023-02-28'],
  ['1900-02-29', '2000-02-29'],
  ['2023-04-31', '2023-04-30'],
  ['2023-13-01', '2023-12-31'],
])('%s is no day, and %s is one', (none, day) => {
  const { catalog, ids } = open()
  const give = (date: string) => catalog.changes.apply({ kind: 'taken-at', ids, takenAt: `${date}T10:00:00+02:00` })
  expect(WallTime.safeParse(`${none}T10:00:00`).success).toBe(false)
  expect(WallTime.safeParse(`${day}T10:00:00`).success).toBe(true)
  expect(WallTime.safeParse(`${day}T24:00:00`).success).toBe(false)
  expect(() => give(none)).toThrow(none)
  expect(give(day).changeId).not.toBeNull()
})

test("correcting one photo's date moves the others by the same amount", async () => {
  const { catalog, ids, detail, ...library } = open()
  const change = { how: 'from', photoId: ids[1]!, takenAt: '2024-01-15T11:59:30' } as const
  expect(inEnglish((await changeDates({ catalog, ...library }, { ids, change })).sentence)).toContain('by -30 s')
  expect(detail(0).takenAt).toBe('2024-07-01T23:29:30')
  await expect(changeDates({ catalog, ...library }, { ids, change: { ...change, photoId: ids[2]! } })).rejects.toThrow(
    'c.jpg has no date',
  )
})

test('another time zone moves each date by its own season and sets the offset', async () => {
  const { catalog, ids, detail, ...library } = open()
  await changeDates(
    { catalog, ...library },
    { ids, change: { how: 'zone', from: 'Europe/Vienna', to: 'America/New_York' } },
  )
  expect(detail(0)).toMatchObject({ takenAt: '2024-07-01T17:30:00', offset: '-04:00' })
  expect(detail(1)).toMatchObject({ takenAt: '2024-01-15T06:00:00', offset: '-05:00' })
  catalog.changes.undo()
  // The zone from the photos' own metadata: only one has it.
  const own = { how: 'zone', from: null, to: 'Asia/Kathmandu' } as const
  expect(previewDates({ catalog }, { ids, change: own, shown: 0 })).toMatchObject({ changed: 1, left: 2 })
  await changeDates({ catalog, ...library }, { ids, change: own })
  expect(detail(0)).toMatchObject({ takenAt: '2024-07-02T03:15:00', offset: '+05:45' })
  await changeDates({ catalog, ...library }, { ids, change: { how: 'file' } })
  expect(detail(0)).toMatchObject({ takenAt: '2024-07-01T23:30:00', offset: '+02:00' })
})

test('zones respect daylight saving time, its gaps and its repeated hours', () => {
  const wall = (text: string) => Date.parse(`${text}Z`)
  const at = (zone: string, text: string) => new Date(momentOf(zone, wall(text))).toISOString()
  expect(at('Europe/Vienna', '2024-03-31T02:30:00')).toBe('2024-03-31T01:30:00.000Z')
  expect(at('Europe/Vienna', '2024-10-27T02:30:00')).toBe('2024-10-27T00:30:00.000Z')
  expect(at('Europe/Vienna', '2024-10-27T03:30:00')).toBe('2024-10-27T02:30:00.000Z')
  expect(at('-03:30', '2024-01-01T00:00:00')).toBe('2024-01-01T03:30:00.000Z')
  expect(writeOffset(offsetAt('Australia/Lord_Howe', wall('2024-01-01T00:00:00')))).toBe('+11:00')
  expect([writeSeconds(-93_784), writeSeconds(0)]).toEqual(['-1 d 2 h 3 min 4 s', '+0 s'])
})
