import { describe, expect, test } from 'vitest'
import { isDate, readBareDate, readDate } from '../../../../src-main/contract/library/search/dates.ts'
import { field, word } from '../../../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'

const today = '2024-07-17' // a Wednesday
const range = (from: string | null, to: string | null) => ({ from, to })

describe('dates', () => {
  test.each([
    ['2024', range('2024-01-01', '2024-12-31')],
    ['2024-02', range('2024-02-01', '2024-02-29')],
    ['2024/2/9', range('2024-02-09', '2024-02-09')],
    ['1990s', range('1990-01-01', '1999-12-31')],
    ['june 2024', range('2024-06-01', '2024-06-30')],
    ['february 2023', range('2023-02-01', '2023-02-28')],
    ['february 2024', range('2024-02-01', '2024-02-29')],
    ['winter 2022', range('2022-12-01', '2023-02-28')],
    ['2023-02-28', range('2023-02-28', '2023-02-28')],
    ['Jun 2024', range('2024-06-01', '2024-06-30')],
    ['5 june 2024', range('2024-06-05', '2024-06-05')],
    ['June 5th, 2024', range('2024-06-05', '2024-06-05')],
    ['summer 2023', range('2023-06-01', '2023-08-31')],
    ['winter 2023', range('2023-12-01', '2024-02-29')],
    ['june', { months: [6], day: null }],
    ['24 december', { months: [12], day: 24 }],
    ['summer', { months: [6, 7, 8], day: null }],
    ['on this day', { months: [7], day: 17 }],
    ['christmas', { holiday: 'christmas' }],
    ['christmas 2023', range('2023-12-24', '2023-12-26')],
    ['New Year’s Eve 2023', range('2023-12-31', '2024-01-01')],
    ['new-years-eve', { holiday: "new year's eve" }],
    ['new year 2024', range('2023-12-31', '2024-01-01')],
    ['easter 1818', range('1818-03-20', '1818-03-23')],
    ['easter 2038', range('2038-04-23', '2038-04-26')],
    ['easter 2049', range('2049-04-16', '2049-04-19')],
    ['easter 2076', range('2076-04-17', '2076-04-20')],
    ['orthodox easter 2024', range('2024-05-03', '2024-05-06')],
    ['orthodox easter 2025', range('2025-04-18', '2025-04-21')],
    ['carnival 2023', range('2023-02-16', '2023-02-21')],
    ['pentecost 2024', range('2024-05-18', '2024-05-20')],
    ['midsummer 2023', range('2023-06-23', '2023-06-25')],
    ['thanksgiving 2024', range('2024-11-28', '2024-12-01')],
    ['lunar new year 2024', range('2024-02-09', '2024-02-12')],
    ['mid-autumn 2023', range('2023-09-28', '2023-09-30')],
    ['diwali 2022', range('2022-10-23', '2022-10-25')],
    ['diwali 2028', range('2028-10-16', '2028-10-18')],
    ['holi 2021', range('2021-03-27', '2021-03-29')],
    ['nowruz 2024', range('2024-03-20', '2024-04-01')],
    ['ramadan 2023', range('2023-03-23', '2023-04-20')],
    ['eid-al-fitr 2022', range('2022-05-01', '2022-05-05')],
    ['eid al-fitr 2000', { holiday: 'eid al-fitr', year: 2000 }],
    ['hanukkah 2024', range('2024-12-25', '2025-01-02')],
    ['purim 2023', range('2023-03-06', '2023-03-07')],
    ['purim 2024', range('2024-03-23', '2024-03-24')],
    ['yom kippur 2023', range('2023-09-24', '2023-09-25')],
    ['sundays', { weekdays: [7] }],
    ['weekends', { weekdays: [6, 7] }],
    ['christmas 2022..easter 2023', range('2022-12-24', '2023-04-10')],
    ['today', range(today, today)],
    ['yesterday', range('2024-07-16', '2024-07-16')],
    ['this week', range('2024-07-15', '2024-07-21')],
    ['last week', range('2024-07-08', '2024-07-14')],
    ['last weekend', range('2024-07-13', '2024-07-14')],
    ['this month', range('2024-07-01', '2024-07-31')],
    ['last month', range('2024-06-01', '2024-06-30')],
    ['last year', range('2023-01-01', '2023-12-31')],
    ['last 30 days', range('2024-06-18', today)],
    ['past two weeks', range('2024-07-04', today)],
    ['last 5 months', range('2024-02-18', today)],
    ['3 days ago', range('2024-07-14', '2024-07-14')],
    ['a year ago', range('2023-07-17', '2023-07-17')],
    ['2020..2022', range('2020-01-01', '2022-12-31')],
    ['2020-2022', range('2020-01-01', '2022-12-31')],
    ['2020 to 2022', range('2020-01-01', '2022-12-31')],
    ['may to june 2024', range('2024-05-01', '2024-06-30')],
    ['2020..', range('2020-01-01', null)],
    ['summer to winter 2023', range('2023-06-01', '2024-02-29')],
    ['winter to spring 2023', range('2022-12-01', '2023-05-31')],
    ['november to february 2024', range('2023-11-01', '2024-02-29')],
    ['christmas to new year 2024', range('2023-12-24', '2024-01-01')],
    ['june to yesterday', range('2024-06-01', '2024-07-16')],
    ['august to yesterday', range('2023-08-01', '2024-07-16')],
    ['last 3000 years', range('0000-01-02', today)],
    ['3000 years ago', range('0000-01-01', '0000-01-01')],
    ['..2020-05', range(null, '2020-05-31')],
  ])('%s', (text, expected) => {
    expect(readDate(text, ':', today)).toEqual(expected)
  })

  test.each([
    '',
    'cat',
    '2024-13',
    '31 june 2024',
    '2023-02-29',
    '99',
    'june june',
    'last 0 days',
    '2022..2020',
    'june 2024 to may 2023',
    'sun',
  ])('no date: %s', (text) => expect(readDate(text, ':', today)).toBeNull())

  test('compared', () => {
    expect(readDate('2024-05', '>=', today)).toEqual(range('2024-05-01', null))
    expect(readDate('2024-05', '>', today)).toEqual(range('2024-06-01', null))
    expect(readDate('2024-05', '<', today)).toEqual(range(null, '2024-04-30'))
    expect(readDate('2024-05', '<=', today)).toEqual(range(null, '2024-05-31'))
    expect(readDate('june', '<', today)).toBeNull()
  })

  test('whether a text is a date depends on no day', () => {
    for (const text of ['2023 to today', '1990 to last month', 'today to 2030', 'june', '..2020'])
      expect(isDate(text), text).toBe(true)
    for (const text of ['2022..2020', 'cat', '2023-02-29', 'today to 1700']) expect(isDate(text), text).toBe(false)
    expect(isDate('3000 years ago', '<')).toBe(true)
    expect(isDate('june', '<')).toBe(false)
    expect(parse('date:june 2023 to today dog').terms).toEqual([field('date', ['june 2023 to today']), word('dog')])
    expect(parse('date:"2023 to today"').problems).toEqual([])
  })

  test('by themselves, words are a date only with a year or counted from now', () => {
    for (const text of ['2024', '2024-05', 'june 2024', 'summer 2023', 'yesterday', 'last 30 days', 'on this day'])
      expect(readBareDate(text, today), text).not.toBeNull()
    for (const text of ['june', 'may', 'summer', '12', '3000', '24 december', 'img_2024', 'easter 2024'])
      expect(readBareDate(text, today), text).toBeNull()
  })
})
