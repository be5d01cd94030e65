import { expect, test } from 'vitest'
import { layoutGrid, outlineOf, rowOf } from '../../../src-renderer/grid/grid-layout.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'
import { keyTarget } from '../../../src-renderer/grid/key-target.ts'
import { gridOptions } from './grid-options.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

const layout = layoutGrid(
  new Map([[0, fakePhotos(100).map(tileOf)]]),
  outlineOf(segmentsOf(100), gridOptions),
  new WeakMap(),
)
const geometry = { layout, viewHeight: 700 }

test.each([
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 7, 6],
  ['ArrowRight', 7, 8],
  ['ArrowRight', 99, 99],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['PageUp', 1, 0],
])('%s at photo %i goes to photo %i', (key, from, to) => {
  expect(keyTarget(key, from, geometry)).toBe(to)
})

test('rows and pages are left upwards and downwards', () => {
  const topOf = (key: string, from: number): number => rowOf(layout, keyTarget(key, from, geometry)!).top
  const here = rowOf(layout, 50).top
  expect(topOf('ArrowUp', 50)).toBeLessThan(here)
  expect(topOf('ArrowDown', 50)).toBeGreaterThan(here)
  expect(here - topOf('PageUp', 50)).toBeGreaterThan(400)
  expect(topOf('PageDown', 50) - here).toBeGreaterThan(400)
})

test.each(['a', '3', 'Enter', 'toString', ' '])('%s moves nothing', (key) => {
  expect(keyTarget(key, 5, geometry)).toBeNull()
})
