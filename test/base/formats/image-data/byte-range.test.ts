import { expect, test } from 'vitest'
import { tidyRanges, withoutHoles } from '../../../../src-main/base/formats/image-data/byte-range.ts'

const ranges = (...pairs: [number, number][]) => pairs.map(([start, end]) => ({ start, end }))

test('ranges keep their order, end with the file, and adjacent ones are joined', () => {
  expect(tidyRanges(ranges([50, 60], [10, 20], [20, 30], [90, 200]), 100)).toEqual(
    ranges([50, 60], [10, 30], [90, 100]),
  )
})

test('empty, repeated and outside ranges are left out', () => {
  expect(tidyRanges(ranges([5, 5], [9, 3], [-4, 3], [1, 4], [1, 4], [200, 300], [NaN, 3]), 100)).toEqual(ranges([1, 4]))
})

test('nothing, or more than the file, is null', () => {
  expect(tidyRanges([], 100)).toBeNull()
  expect(tidyRanges(ranges([0, 60], [1, 61]), 100)).toBeNull()
})

test('holes are cut out, even if they overlap or span several ranges', () => {
  const left = withoutHoles(ranges([0, 10], [20, 40], [50, 60]), ranges([35, 55], [5, 6], [30, 36], [100, 110]))
  expect(tidyRanges(left, 1000)).toEqual(ranges([0, 5], [6, 10], [20, 30], [55, 60]))
})
