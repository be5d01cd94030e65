import { expect, test } from 'vitest'
import { addDays, addMonths, lastOfMonth, makeDay } from '../../../../src-main/contract/library/search/days.ts'

test('every day of every month exists, and none after its last', () => {
  for (let day = '1895-01-01'; day < '2105-01-01'; day = addDays(day, 1)) {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    if (makeDay(year, month, date) !== day) throw new Error(`${day} is missing`)
  }
  expect([1900, 2000, 2023, 2024].map((year) => lastOfMonth(year, 2))).toEqual([28, 29, 28, 29])
  expect(makeDay(2023, 2, 29)).toBeNull()
  expect(makeDay(2023, 4, 31)).toBeNull()
  expect(makeDay(50, 2, 28)).toBe('0050-02-28')
})

test('a month later in a shorter month is its last day', () => {
  expect(addMonths('2023-01-31', 1)).toBe('2023-02-28')
  expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
  expect(addMonths('2023-12-15', 2)).toBe('2024-02-15')
})
