import { expect, test } from 'vitest'
import { numberColumn } from '../../../../src-main/library/search/columns/column.ts'
import { PhotoColumns } from '../../../../src-main/library/search/columns/photo-columns.ts'

const plain = numberColumn('p.a', Float64Array)
const small = numberColumn('p.b', Uint8Array, (value) => Math.min(value ?? 7, 255))

test('columns keep their numbers while they grow, and a repeated name is stored once', () => {
  const columns = new PhotoColumns([plain, small, plain], 2)
  expect(columns.columns).toEqual([plain, small])
  columns.write(0, [10, 1.5, 300])
  columns.writeMany(1, [
    [20, null, null],
    [30, -4, 2],
    [40, 5, 1],
    [50, 6, 0],
  ])
  expect([...columns.ids.subarray(0, columns.slots)]).toEqual([10, 20, 30, 40, 50])
  expect([...columns.values(plain).subarray(0, 5)]).toEqual([1.5, 0, -4, 5, 6])
  expect([...columns.values(small).subarray(0, 5)]).toEqual([255, 7, 2, 1, 0])
  expect(columns.find(30)).toEqual({ slot: 2, isThere: true })
  expect(columns.find(35)).toEqual({ slot: 3, isThere: false })
  columns.remove(2)
  expect([0, 1, 2, 3, 4, 5].filter((slot) => columns.isLive(slot))).toEqual([0, 1, 3, 4])
})

test('an undeclared column is named in the error', () => {
  expect(() => new PhotoColumns([plain], 2).values(small)).toThrow('p.b')
})
