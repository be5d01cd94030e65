import { expect, test } from 'vitest'
import {
  layoutGrid,
  outlineOf,
  type GridOptions,
  indexAt,
  rowOf,
  rowsBetween,
  sectionsBetween,
} from '../../../src-renderer/grid/grid-layout.ts'
import { neighbourRow } from '../../../src-renderer/grid/neighbour-row.ts'
import { segmentsOf } from '../../../src-renderer/grid/segments.ts'
import { zoomTo } from '../../../src-renderer/grid/grid-zoom.ts'
import { gridOptions } from './grid-options.ts'
import { fakePhoto, fakePhotos, tileOf } from '../fake-photos.ts'

const page = fakePhotos(100).map(tileOf)

test('a hundred thousand photos have a position before their pages are loaded', () => {
  const layout = layoutGrid(new Map([[0, page]]), outlineOf(segmentsOf(100_000), gridOptions), new WeakMap())
  expect([...layout.blocks.keys()]).toEqual([0])
  const rows = rowsBetween(layout, layout.height / 2, layout.height / 2 + 900)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => !row.isLoaded)).toBe(true)
  const first = rows[0]?.first ?? 0
  expect(first).toBeGreaterThan(49_000)
  expect(first).toBeLessThan(51_000)
})

test('the photo found at a row’s top is the first of that row', () => {
  const layout = layoutGrid(new Map([[0, page]]), outlineOf(segmentsOf(100), gridOptions), new WeakMap())
  for (const row of layout.blocks.get(0)?.rows ?? []) expect(indexAt(layout, row.top + 1)).toBe(row.first)
})

test('going down and up again returns to the same row', () => {
  const layout = layoutGrid(new Map([[0, page]]), outlineOf(segmentsOf(100), gridOptions), new WeakMap())
  const down = neighbourRow(layout, 5, 1)
  expect(rowOf(layout, down).top).toBeGreaterThan(rowOf(layout, 5).top)
  expect(rowOf(layout, neighbourRow(layout, down, -1)).first).toBe(rowOf(layout, 5).first)
})

test('an unchanged page keeps its layout', () => {
  const cache = new WeakMap()
  const before = layoutGrid(new Map([[0, page]]), outlineOf(segmentsOf(250), gridOptions), cache)
  const after = layoutGrid(
    new Map([
      [0, page],
      [1, fakePhotos(100).map(tileOf)],
    ]),
    outlineOf(segmentsOf(250), gridOptions),
    cache,
  )
  expect(after.blocks.get(0)).toBe(before.blocks.get(0))
  expect(before.blocks.has(1)).toBe(false)
  expect(after.blocks.has(1)).toBe(true)
})

test('the position of a photo without its page is where it is drawn', () => {
  const layout = layoutGrid(new Map([[0, page]]), outlineOf(segmentsOf(10_020), gridOptions), new WeakMap())
  for (const index of [150, 5000, 9999, 10_019]) {
    const place = rowOf(layout, index)
    const drawn = rowsBetween(layout, place.top, place.top + 1).find(
      (row) => index >= row.first && index < row.first + row.boxes.length,
    )
    expect(drawn?.top).toBeCloseTo(place.top, 6)
  }
})

const pages = new Map([0, 1, 2].map((number) => [number, fakePhotos(100).map(tileOf)]))
const days = [
  { key: '2024-03-14', first: 0, count: 3 },
  { key: '2024-03-13', first: 3, count: 150 },
  { key: 'undated', first: 153, count: 147 },
]

test('each section has its header above its first row, and its own rows', () => {
  const layout = layoutGrid(pages, outlineOf(segmentsOf(300, days), gridOptions), new WeakMap())
  const sections = sectionsBetween(layout, 0, layout.height)
  expect(sections.map(({ section }) => section.key)).toEqual(['2024-03-14', '2024-03-13', 'undated'])
  for (const { section, top, height } of sections) {
    expect(rowOf(layout, section.first).first).toBe(section.first)
    expect(rowOf(layout, section.first).top).toBeCloseTo(top + 40, 6)
    const last = rowOf(layout, section.first + section.count - 1)
    expect(last.first + last.count).toBe(section.first + section.count)
    expect(last.top + last.height).toBeCloseTo(top + height, 6)
  }
})

test('rows of a section continue over the end of a page without a short one', () => {
  const layout = layoutGrid(pages, outlineOf(segmentsOf(300, days), gridOptions), new WeakMap())
  const row = rowOf(layout, 99)
  expect(row.boxes.reduce((sum, { width }) => sum + width + gridOptions.gap, -gridOptions.gap)).toBeCloseTo(
    gridOptions.width,
    3,
  )
})

test('the section at a height is found even if it began far above', () => {
  const layout = layoutGrid(
    new Map(),
    outlineOf(segmentsOf(1_000_000, [{ key: '2024', first: 0, count: 1_000_000 }]), gridOptions),
    new WeakMap(),
  )
  const [found] = sectionsBetween(layout, layout.height / 2, layout.height / 2 + 900)
  expect(found).toMatchObject({ top: 0, section: { key: '2024' } })
})

test('squares have positions without their pages, and fill the width', () => {
  const square: GridOptions = { ...gridOptions, mode: 'square' }
  const unloaded = layoutGrid(new Map(), outlineOf(segmentsOf(300, days), square), new WeakMap())
  const loaded = layoutGrid(pages, outlineOf(segmentsOf(300, days), square), new WeakMap())
  expect(unloaded.height).toBe(loaded.height)
  const { boxes, height } = rowOf(loaded, 50)
  expect(boxes.every(({ width }) => width === height)).toBe(true)
  expect(boxes.length * (height + gridOptions.gap) - gridOptions.gap).toBeCloseTo(gridOptions.width, 6)
})

test('going down from the last row of a day leads to the first row of the next', () => {
  const layout = layoutGrid(pages, outlineOf(segmentsOf(300, days), gridOptions), new WeakMap())
  expect(neighbourRow(layout, 1, 1)).toBeGreaterThanOrEqual(3)
  expect(rowOf(layout, neighbourRow(layout, 1, 1)).first).toBe(3)
})

const few = [2, 1, 1, 40, 1, 1, 1].map((count, place, counts) => {
  const first = counts.slice(0, place).reduce((sum, each) => sum + each, 0)
  return { key: `2024-03-${20 - place}`, first, count }
})
const undated = { key: 'undated', first: 47, count: 1 }

test.each(['justified', 'square'] as const)('small days share a row, %s, each under its own header', (mode) => {
  const at = { ...gridOptions, mode, rowHeight: 150 }
  const segments = segmentsOf(48, [...few, undated], at)
  expect([...segments.heads.values()].map((heads) => heads.map(({ count }) => count))).toEqual([
    [2, 1, 1],
    [40],
    [1, 1, 1],
    [1],
  ])
  for (const loaded of [new Map(), pages]) {
    const layout = layoutGrid(loaded, outlineOf(segments, at), new WeakMap())
    const [first, second, third, large] = sectionsBetween(layout, 0, layout.height)
    expect(new Set([first, second, third].map((each) => each!.top)).size).toBe(1)
    expect(large!.across).toBeUndefined()
    const row = rowOf(layout, 3)
    expect([row.first, row.count]).toEqual([0, 4])
    for (const { section, across } of [first!, second!, third!]) {
      expect(row.boxes[section.first]!.left).toBe(across!.left)
      const last = row.boxes[section.first + section.count - 1]!
      expect(last.left + last.width).toBeLessThanOrEqual(across!.left + across!.width)
      expect(across!.width).toBeGreaterThanOrEqual(100)
    }
    expect(Math.max(...row.boxes.map(({ left, width }) => left + width))).toBeLessThanOrEqual(at.width + 0.01)
    expect(neighbourRow(layout, 3, 1)).toBeGreaterThan(3)
    expect(rowOf(layout, neighbourRow(layout, rowOf(layout, 4).first, -1)).first).toBe(0)
  }
  expect(segmentsOf(48, few, { ...at, mode: 'list' }).heads.size).toBe(few.length)
})

test('two days that are a little too wide for a row share it and fill its width', () => {
  const dayPairs = [3, 3].map((count, place) => ({ key: `2025-10-${12 - place}`, first: place * 3, count }))
  // At 200 pixels each day takes 912, and both with their space 1848.
  const heightsAt = (width: number): number[] => {
    const at = { ...gridOptions, width }
    const segments = segmentsOf(6, dayPairs, at)
    const layout = layoutGrid(new Map(), outlineOf(segments, at), new WeakMap())
    return [...segments.heads.keys()].map((segment) => {
      const { boxes, height } = rowOf(layout, segment * 3)
      if (segments.heads.size === 1) expect(boxes.at(-1)!.left + boxes.at(-1)!.width).toBeCloseTo(width, 0)
      return Math.round(height)
    })
  }
  expect(heightsAt(1848)).toEqual([200])
  expect(heightsAt(1700)).toEqual([184])
  expect(heightsAt(1500)).toEqual([161])
  expect(heightsAt(1320)).toEqual([141])
  expect(heightsAt(1280)).toHaveLength(2)
})

test('a day of one photo and one of two share a row in a window of 1280 pixels', () => {
  const at = { ...gridOptions, width: 694 }
  const days = [1, 2].map((count, place) => ({ key: `2025-10-${12 - place}`, first: place, count }))
  const segments = segmentsOf(3, days, at)
  const { boxes } = rowOf(layoutGrid(new Map(), outlineOf(segments, at), new WeakMap()), 0)
  expect(boxes).toHaveLength(3)
  expect(boxes.at(-1)!.left + boxes.at(-1)!.width).toBeCloseTo(694, 0)
})

test('a day too small for its row is followed in it by the beginning of a large one', () => {
  const at = { ...gridOptions, width: 1412 } // the room for photos in a window of 1440
  const rowsOf = (counts: number[], pictures: ReturnType<typeof fakePhotos>): number[][] => {
    const starts = counts.map((_, place) => counts.slice(0, place).reduce((sum, each) => sum + each, 0))
    const sections = counts.map((count, place) => ({ key: `2025-10-${20 - place}`, first: starts[place]!, count }))
    const total = starts.at(-1)! + counts.at(-1)!
    const segments = segmentsOf(total, sections, at)
    const layout = layoutGrid(new Map([[0, pictures.map(tileOf)]]), outlineOf(segments, at), new WeakMap())
    const rows = rowsBetween(layout, 0, layout.height)
    expect(rows.reduce((sum, { boxes }) => sum + boxes.length, 0)).toBe(total)
    for (const [place, { boxes, height }] of rows.entries()) {
      const right = Math.max(...boxes.map(({ left, width }) => left + width))
      expect(right, `row ${place} of ${counts.join('+')}`).toBeCloseTo(at.width, 0)
      expect(height).toBeLessThanOrEqual(at.rowHeight * 1.5)
    }
    const placed = sectionsBetween(layout, 0, layout.height)
    expect(placed.map(({ section }) => section.key)).toEqual(sections.map(({ key }) => key))
    for (const { section, top } of placed) expect(rowOf(layout, section.first).top).toBeCloseTo(top + 40, 6)
    // The last day is as high as all its photos, so that its header stays in view with them.
    expect(placed.at(-1)!.top + placed.at(-1)!.height).toBeCloseTo(layout.height, 6)
    expect(placed[0]!.height).toBeCloseTo(40 + rows[0]!.height, 6)
    expect(placed.at(-1)!.across!.until).toBeCloseTo(placed[0]!.top + placed[0]!.height, 6)
    return rows.map(({ first, boxes }) => [first, boxes.length])
  }
  const landscapes = (count: number): ReturnType<typeof fakePhotos> =>
    Array.from({ length: count }, (_, id) => fakePhoto(id + 1, { width: 6000, height: 4000 }))
  expect(rowsOf([1, 60], landscapes(61))[0]).toEqual([0, 5])
  expect(rowsOf([2, 60], landscapes(62))[0]).toEqual([0, 5])
  expect(rowsOf([1, 1, 60], landscapes(62))[0]).toEqual([0, 5])
  // The rows below must be filled as well.
  expect(rowsOf([1, 7], landscapes(8))).toEqual([
    [0, 4],
    [4, 4],
  ])
})

test('days that follow each other are cut in one pass, whatever their number', () => {
  const counts = Array.from({ length: 20_000 }, (_, day) => (day % 3 === 0 ? 1 : 75))
  let first = 0
  const sections = counts.map((count, day) => {
    const section = { key: `2025-${day}`, first, count }
    first += count
    return section
  })
  const segments = segmentsOf(first, sections, { ...gridOptions, width: 1412 })
  expect(segments.starts.at(-1)).toBe(first)
  expect([...segments.starts].every((start, at, starts) => at === 0 || start > starts[at - 1]!)).toBe(true)
  expect([...segments.heads.values()].flat().map(({ key }) => key)).toEqual(sections.map(({ key }) => key))
})

test('a row that is nearly full takes no day more, and headers keep their width', () => {
  const at = { ...gridOptions, width: 1000 }
  const counts = (list: number[], given = at): number[] => {
    const days = list.map((count, place) => ({ key: `2025-10-${20 - place}`, first: place * 5, count }))
    return [...segmentsOf(20, days, given).heads.values()].map((heads) => heads.length)
  }
  expect(counts([3, 1])).toEqual([1, 1])
  expect(counts([2, 1, 1])).toEqual([2, 1])
  // Days of one photo are as wide as their headers, which do not shrink.
  expect(counts([1, 1, 1, 1, 1, 1, 1, 1], { ...at, rowHeight: 60 })).toEqual([7, 1])
})

test('up and down lead through both rows beside a large photo, which is drawn only in months and years', () => {
  const best = Array.from({ length: 100 }, (_, id) =>
    tileOf(fakePhoto(id + 1, { rating: id === 20 ? 5 : 0, faces: 0 })),
  )
  const at = { ...gridOptions, rowHeight: 90, hasLarge: true }
  const layout = layoutGrid(new Map([[0, best]]), outlineOf(segmentsOf(100), at), new WeakMap())
  const row = rowOf(layout, 20)
  const upper = row.boxes.findIndex(({ top, height }) => top === 0 && height < row.height * 0.7) + row.first
  const below = neighbourRow(layout, upper, 1)
  expect(row.boxes[below - row.first]!.top).toBeGreaterThan(0)
  expect(rowOf(layout, neighbourRow(layout, below, 1)).top).toBeGreaterThan(row.top)
  expect(rowOf(layout, neighbourRow(layout, 20, 1)).top).toBeGreaterThan(row.top)
  expect(neighbourRow(layout, below, -1)).toBe(upper)
  const plain = layoutGrid(new Map([[0, best]]), outlineOf(segmentsOf(100), { ...at, hasLarge: false }), new WeakMap())
  expect(new Set(rowOf(plain, 20).boxes.map(({ height }) => height)).size).toBe(1)
})

test('zooming moves from days through months to years and back, and does not change an ungrouped list', () => {
  expect(zoomTo({ tileSize: 200, grouping: 'day' }, 160)).toEqual({ tileSize: 160, grouping: 'day' })
  expect(zoomTo({ tileSize: 160, grouping: 'day' }, 128)).toEqual({ tileSize: 128, grouping: 'month' })
  expect(zoomTo({ tileSize: 128, grouping: 'month' }, 102)).toEqual({ tileSize: 102, grouping: 'year' })
  expect(zoomTo({ tileSize: 100, grouping: 'year' }, 120)).toEqual({ tileSize: 120, grouping: 'month' })
  expect(zoomTo({ tileSize: 120, grouping: 'month' }, 1000)).toEqual({ tileSize: 400, grouping: 'day' })
  expect(zoomTo({ tileSize: 200, grouping: 'month' }, 250)).toEqual({ tileSize: 250, grouping: 'month' })
  expect(zoomTo({ tileSize: 200, grouping: 'none' }, 10)).toEqual({ tileSize: 80, grouping: 'none' })
})
