import { expect, test } from 'vitest'
import { indexAt, layoutGrid, neighbourRow, rowOf, rowsBetween } from '../../../src-renderer/grid/grid-layout.ts'
import { fakePhotos, tileOf } from '../fake-photos.ts'

const options = { width: 1000, rowHeight: 200, gap: 6 }
const page = fakePhotos(100).map(tileOf)

test('a hundred thousand photos have a place before their pages are there', () => {
  const layout = layoutGrid(new Map([[0, page]]), 100_000, options, new WeakMap())
  expect(layout.blocks).toHaveLength(1000)
  const rows = rowsBetween(layout, layout.height / 2, layout.height / 2 + 900)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => !row.isLoaded)).toBe(true)
  const first = rows[0]?.first ?? 0
  expect(first).toBeGreaterThan(49_000)
  expect(first).toBeLessThan(51_000)
})

test('the photo found at a row’s top is the first of that row', () => {
  const layout = layoutGrid(new Map([[0, page]]), 100, options, new WeakMap())
  for (const row of layout.blocks[0]?.rows ?? []) expect(indexAt(layout, row.top + 1)).toBe(row.first)
})

test('going down and up again ends in the row it began in', () => {
  const layout = layoutGrid(new Map([[0, page]]), 100, options, new WeakMap())
  const down = neighbourRow(layout, 5, 1)
  expect(rowOf(layout, down).top).toBeGreaterThan(rowOf(layout, 5).top)
  expect(rowOf(layout, neighbourRow(layout, down, -1)).first).toBe(rowOf(layout, 5).first)
})

test('a page that did not change keeps its layout', () => {
  const cache = new WeakMap()
  const before = layoutGrid(new Map([[0, page]]), 250, options, cache)
  const after = layoutGrid(
    new Map([
      [0, page],
      [1, fakePhotos(100).map(tileOf)],
    ]),
    250,
    options,
    cache,
  )
  expect(after.blocks[0]).toBe(before.blocks[0])
  expect(before.blocks[1]).toBeNull()
  expect(after.blocks[1]).not.toBeNull()
})

test('the place of a photo whose page is not there is the place where it is drawn', () => {
  const layout = layoutGrid(new Map([[0, page]]), 10_020, options, new WeakMap())
  for (const index of [150, 5000, 9999, 10_019]) {
    const place = rowOf(layout, index)
    const drawn = rowsBetween(layout, place.top, place.top + 1).find(
      (row) => index >= row.first && index < row.first + row.widths.length,
    )
    expect(drawn?.top).toBeCloseTo(place.top, 6)
  }
})
