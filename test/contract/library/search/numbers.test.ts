import { expect, test } from 'vitest'
import { searchFields, type SearchField } from '../../../../src-main/contract/library/search/fields.ts'
import type { Comparison } from '../../../../src-main/contract/library/search/nodes.ts'
import { inRange, readNumbers } from '../../../../src-main/contract/library/search/numbers.ts'

const fits = (field: SearchField, comparison: Comparison, value: string, number: number) => {
  const range = readNumbers(field, comparison, value)
  return range === null ? null : inRange(range)(number)
}
const { iso, f, focal, exposure, size, rating, megapixels, faces } = searchFields

test.each<[SearchField, Comparison, string, number[], number[]]>([
  [iso, ':', '800', [800], [799, 801, 640]],
  [iso, '>', '800', [801, 1600], [800, 100]],
  [iso, '>=', '800', [800], [799]],
  [iso, '<', '800', [400], [800]],
  [iso, ':', '100-400', [100, 200, 400], [401, 99]],
  [f, ':', '2.8', [2.8, 2.79], [2.9, 2.7, 4]],
  [f, ':', 'f/2.8', [2.8], [4]],
  [f, '<=', '2.8', [1.4, 2.8], [3.2]],
  [focal, ':', '24-70', [24, 70, 50], [71, 23]],
  [focal, ':', '50mm', [50, 50.2], [49, 52]],
  [exposure, ':', '1/250', [0.004, 0.003999], [1 / 200, 1 / 320]],
  [exposure, '<', '1/250', [1 / 500], [0.004]],
  [exposure, '<=', '1/250', [0.004, 0.0039998], [1 / 200]],
  [exposure, ':', '1/500-1/60', [0.004], [1]],
  [exposure, ':', '2s', [2], [3]],
  [size, '>', '20mb', [2e7 + 2e5], [2e7, 5]],
  [rating, ':', '3+', [3, 5], [2]],
  [rating, ':', '3', [3], [4]],
  [megapixels, ':', '24', [24.2, 23.6], [26]],
  [faces, ':', '0', [0], [1]],
])('%o %s%s', (field, comparison, value, inside, outside) => {
  for (const number of inside) expect(fits(field, comparison, value, number), String(number)).toBe(true)
  for (const number of outside) expect(fits(field, comparison, value, number), String(number)).toBe(false)
})

test('invalid numbers', () => {
  for (const value of ['', 'x', '1/0', '5kg', '5constructor', '-', '1-', '--3'])
    expect(readNumbers(size, ':', value), value).toBeNull()
  expect(readNumbers(iso, '>', '100-200')).toBeNull()
})
