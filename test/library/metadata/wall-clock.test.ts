import { expect, test } from 'vitest'
import { parseOffset, parseSubsec, parseWallClock, subsecIn } from '../../../src-main/library/metadata/wall-clock.ts'

test.each([
  ['2019:05:12 14:33:12', '2019-05-12T14:33:12', null],
  ['2019-05-12T14:33:12.345+02:00', '2019-05-12T14:33:12', '+02:00'],
  ['2019-05-12T14:33:12-0530', '2019-05-12T14:33:12', '-05:30'],
  ['2019-05-12T14:33Z', '2019-05-12T14:33:00', '+00:00'],
  ['2019-05-12', '2019-05-12T00:00:00', null],
  ['2019-05', '2019-05-01T00:00:00', null],
  ['2020:02:29 23:59:60', '2020-02-29T23:59:59', null],
  ['2019:05:12 24:00:00', '2019-05-13T00:00:00', null],
  ['2023-12-31T24:00+05:45', '2024-01-01T00:00:00', '+05:45'],
  ['1900-02-28T24:00:00-00:30', '1900-03-01T00:00:00', '-00:30'],
  ['2000-02-28T24:00:00', '2000-02-29T00:00:00', null],
  ['2019-05-12T14:33:12-05', '2019-05-12T14:33:12', '-05:00'],
])('%s', (text, at, offset) => {
  expect(parseWallClock(text)).toEqual({ at, offset })
})

test.each(['2019:02:30 10:00:00', '2019:00:10 10:00:00', '2019:05:12 24:00:01', '', '2019', null, 20190512])(
  '%s is not a time',
  (text) => {
    expect(parseWallClock(text)).toBeNull()
  },
)

test('an invalid offset is ignored', () => {
  expect(parseOffset('+2')).toBeNull()
  expect(parseOffset('+99:99')).toBeNull()
  expect(parseOffset('-01:60')).toBeNull()
  expect(parseOffset(' +01:00')).toBe('+01:00')
})

test('digits after the second are those of a time, or of their own field', () => {
  expect(subsecIn('2019-05-12T14:33:12.045+02:00')).toBe('045')
  expect(subsecIn('1952')).toBeNull()
  expect(parseSubsec('045 ')).toBe('045')
})
