import { expect, test } from 'vitest'
import { dayAt, densityOf, placeDays, shareOf, yearMarks } from '../../../src-renderer/grid/date-density.ts'
import { layoutGrid, outlineOf, type GridOptions } from '../../../src-renderer/grid/grid-layout.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'

const options: GridOptions = {
  mode: 'list',
  width: 1000,
  rowHeight: 40,
  gap: 0,
  captionHeight: 0,
  headHeight: 0,
}
const layoutOf = (total: number) => layoutGrid(new Map(), outlineOf(segmentsOf(total), options), new WeakMap())

const days = placeDays([
  { day: '2024-03-14', count: 500 },
  { day: '2024-03-13', count: 5 },
  { day: '2023-03-12', count: 495 },
  { day: null, count: 1000 },
])
const layout = layoutOf(2000)

test('a day with many photos stands out where it lies in the list, and photos without a date do not', () => {
  const density = densityOf(days, layout, 20)
  expect(density).toHaveLength(20)
  expect(density[2]).toBe(1)
  expect(density[8]).toBeLessThan(1)
  expect(density[8]).toBeGreaterThan(0.9)
  expect(density.slice(12)).toEqual(Array.from({ length: 8 }, () => 0))
})

test('of nothing there is no density, and each of many single days has the same', () => {
  expect(densityOf([], layoutOf(0), 4)).toEqual([0, 0, 0, 0])
  const single = placeDays(Array.from({ length: 100 }, (_, day) => ({ day: `2024-01-${day}`, count: 3 })))
  expect(new Set(densityOf(single, layoutOf(300), 10)).size).toBe(1)
})

test('a place in the list has a day, and a photo has a place', () => {
  expect([0, 499, 500, 504, 505, 999, 1000, 1999].map((index) => dayAt(days, index))).toEqual([
    '2024-03-14',
    '2024-03-14',
    '2024-03-13',
    '2024-03-13',
    '2023-03-12',
    '2023-03-12',
    null,
    null,
  ])
  expect(shareOf(layout, 0)).toBe(0)
  expect(shareOf(layout, 1010)).toBeCloseTo(0.505)
  expect(shareOf(layout, 2000)).toBe(1)
})

test('each year stands at its first photo, where there is room', () => {
  expect(yearMarks(days, layout, 0.03).map(({ year, first }) => [year, first])).toEqual([
    ['2024', 0],
    ['2023', 505],
  ])
  expect(yearMarks(days, layout, 0.5).map(({ year }) => year)).toEqual(['2024'])
})
