import { expect, test } from 'vitest'
import { describeDates, isYear, toggleYear } from '../../../../../src-renderer/search/filters/date/date-range.ts'

test('a year is chosen with its first and last day, and cleared by a second click', () => {
  const range = toggleYear({ takenFrom: '2019-05-01' }, 2024)
  expect(range).toEqual({ takenFrom: '2024-01-01', takenTo: '2024-12-31' })
  expect(isYear(range, 2024)).toBe(true)
  expect(isYear(range, 2023)).toBe(false)
  expect(toggleYear(range, 2024)).toEqual({ takenFrom: undefined, takenTo: undefined })
})

test.each([
  ['2024-01-01', '2024-12-31', '2024'],
  ['2023-01-01', '2024-12-31', '2023-01-01 to 2024-12-31'],
  ['2024-05-01', '2024-05-02', '2024-05-01 to 2024-05-02'],
  ['2024-05-01', undefined, 'Since 2024-05-01'],
  [undefined, '2024-05-02', 'Until 2024-05-02'],
])('from %s to %s is “%s”', (from, to, words) => {
  expect(describeDates(from, to)).toBe(words)
})
