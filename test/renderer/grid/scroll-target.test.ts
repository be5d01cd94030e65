import { expect, test } from 'vitest'
import { layoutGrid, outlineOf, rowOf } from '../../../src-renderer/grid/grid-layout.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'
import { topAfterChange, topToShow } from '../../../src-renderer/grid/scroll-target.ts'
import { gridOptions } from './grid-options.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

const pages = new Map([[0, fakePhotos(100).map(tileOf)]])
const layout = layoutGrid(pages, outlineOf(segmentsOf(100), gridOptions), new WeakMap())
const row = rowOf(layout, 50)
const nearest = { alignment: 'nearest', margin: 12 } as const

test('a photo in view stays where it is', () => {
  const top = row.top - 100
  expect(topToShow(layout, 50, { top, height: 700 }, nearest)).toBe(top)
})

test('a photo above or below is brought to the nearer edge', () => {
  expect(topToShow(layout, 50, { top: row.top + 500, height: 700 }, nearest)).toBe(row.top - 12)
  expect(topToShow(layout, 50, { top: 0, height: 700 }, nearest)).toBe(row.top + row.height - 700 + 12)
})

test('a photo is centred on request', () => {
  const top = topToShow(layout, 50, { top: 0, height: 700 }, { alignment: 'center', margin: 12 })
  expect(row.top + row.height / 2).toBeCloseTo(top + 350)
})

test('the row at the top stays there when rows grow or photos arrive above', () => {
  const taller = layoutGrid(pages, outlineOf(segmentsOf(100), { ...gridOptions, rowHeight: 320 }), new WeakMap())
  const moved = topAfterChange(layout, taller, row.top + 20)
  expect(moved).toBeCloseTo(rowOf(taller, row.first).top + 20)
  expect(topAfterChange(layout, layout, row.top + 20)).toBeCloseTo(row.top + 20)
})
