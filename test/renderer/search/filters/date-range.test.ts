import { expect, test } from 'vitest'
import { findTerm, setField } from '../../../../src-main/contract/library/search/edit.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { readDayRange, writeDayRange } from '../../../../src-renderer/search/filters/date-range.ts'

test.each([
  { from: '2024-05-01', to: '2024-06-30' },
  { from: '2024-05-01', to: '' },
  { from: '', to: '2024-06-30' },
])('%o is written so that it is read again, and understood', (range) => {
  const text = setField('dog', 'date', writeDayRange(range))
  expect(parse(text).problems).toEqual([])
  expect(readDayRange(findTerm(text, 'date'))).toEqual(range)
})

test('no days give no term, and other dates are not ranges of days', () => {
  expect(writeDayRange({ from: '', to: '' })).toBeNull()
  expect(readDayRange(findTerm('date:2024', 'date'))).toEqual({ from: '', to: '' })
})
