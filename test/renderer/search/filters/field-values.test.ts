import { expect, test } from 'vitest'
import { steadyValues } from '../../../../src-renderer/search/filters/field-values.ts'

const describe = ({ year }: { year: number; count: number }) => ({ value: String(year), label: String(year) })

test('values keep their places, with the counts of the current list', () => {
  const all = [
    { year: 2022, count: 5 },
    { year: 2023, count: 9 },
  ]
  expect(steadyValues(all, [{ year: 2023, count: 2 }], describe)).toEqual([
    { value: '2022', label: '2022', count: 0 },
    { value: '2023', label: '2023', count: 2 },
  ])
})

test('a value that only the current list has is not left out', () => {
  expect(steadyValues([], [{ year: 2021, count: 1 }], describe)).toEqual([{ value: '2021', label: '2021', count: 1 }])
})
