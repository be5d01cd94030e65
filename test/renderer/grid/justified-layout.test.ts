import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateHeight, layoutBlock, MAX_FILL, shownAspect } from '../../../src-renderer/grid/justified-layout.ts'

const options = { width: 1000, rowHeight: 200, gap: 6, captionHeight: 0 }

test('every photo is in one row, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.45, max: 2.6, noNaN: true }), { minLength: 1, maxLength: 100 }),
      fc.boolean(),
      (aspects, isLast) => {
        const rows = layoutBlock(aspects, options, isLast).rows
        expect(rows.map((row) => row.first)).toEqual(
          rows.map((_, index) => rows.slice(0, index).reduce((sum, row) => sum + row.count, 0)),
        )
        expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(aspects.length)
      },
    ),
  )
})

test('no row is wider than the grid, and rows do not overlap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.45, max: 2.6, noNaN: true }), { minLength: 1, maxLength: 100 }),
      fc.integer({ min: 300, max: 2400 }),
      (aspects, width) => {
        const { rows } = layoutBlock(aspects, { ...options, width }, false)
        for (const [index, row] of rows.entries()) {
          expect(
            row.boxes.reduce((sum, each) => sum + each.width, 0) + options.gap * (row.count - 1),
          ).toBeLessThanOrEqual(width + 0.01)
          expect(row.top).toBeGreaterThanOrEqual(
            index === 0 ? 0 : (rows[index - 1]?.top ?? 0) + (rows[index - 1]?.height ?? 0),
          )
        }
      },
    ),
  )
})

test('rows of ordinary photos fill the width at nearly the wanted height', () => {
  const aspects = Array.from({ length: 100 }, (_, index) => [1.5, 0.667, 1.333, 1.5, 1][index % 5] ?? 1)
  for (const row of layoutBlock(aspects, options, false).rows) {
    expect(row.boxes.reduce((sum, { width }) => sum + width, 0) + options.gap * (row.count - 1)).toBeCloseTo(1000, 3)
    expect(row.height).toBeGreaterThan(150)
    expect(row.height).toBeLessThan(260)
  }
})

test('a section leaves no gap unless all its photos together are too few for one row', () => {
  const shape = fc.constantFrom(1.5, 1.333, 1, 0.667)
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 100 }),
      fc.integer({ min: 700, max: 2400 }),
      (aspects, width) => {
        const { rows, height } = layoutBlock(aspects, { ...options, width }, true)
        const last = rows.at(-1)!
        const right = last.boxes.at(-1)!.left + last.boxes.at(-1)!.width
        const sum = aspects.reduce((total, aspect) => total + aspect, 0)
        const isFew = sum * options.rowHeight * MAX_FILL + options.gap * (aspects.length - 1) < width
        expect([rows.length === 1 && right < width - 0.01, last.height]).toEqual([isFew, isFew ? 200 : last.height])
        if (!isFew) expect(right).toBeCloseTo(width, 3)
        expect(Math.max(...rows.map((row) => row.height))).toBeLessThanOrEqual(options.rowHeight * 1.9 + 0.01)
        expect(height).toBeGreaterThan(0)
      },
    ),
  )
})

test('the height of photos that are not known yet is about that of usual ones, on average', () => {
  let [known, estimated] = [0, 0]
  for (let count = 1; count <= 40; count += 1) {
    const usual = Array.from({ length: count }, () => 1.5)
    known += layoutBlock(usual, options, true).height
    estimated += estimateHeight(count, options)
  }
  expect(estimated / known).toBeGreaterThan(0.9)
  expect(estimated / known).toBeLessThan(1.1)
})

test('the last row of the last block keeps the wanted height', () => {
  const { rows } = layoutBlock([1.5, 1.5], options, true)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.height).toBe(200)
})

test('a photo of unknown size is drawn as 3:2, a panorama is cropped', () => {
  expect(shownAspect(0, 0)).toBe(1.5)
  expect(shownAspect(20_000, 100)).toBeLessThan(3)
})

test('the best photo is as high as two rows, beside others that fill the width without overlap', () => {
  const shapes = Array.from({ length: 40 }, (_, place) => (place % 3 === 0 ? 0.67 : 1.5))
  const worths = shapes.map((_, place) => (place === 9 ? 8 : place === 30 ? 0.5 : 0))
  const { rows } = layoutBlock(shapes, options, true, worths)
  expect(rows.flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => first + at))).toEqual([
    ...shapes.keys(),
  ])
  const row = rows.find(({ first, count }) => first <= 9 && first + count > 9)!
  const large = row.boxes[9 - row.first]!
  expect(large.height).toBeCloseTo(row.height, 6)
  for (const [place, box] of row.boxes.entries()) {
    if (box === large) continue
    expect(box.height).toBeLessThan(large.height * 0.7)
    expect(box.width / box.height).toBeCloseTo(shapes[row.first + place]!, 6)
    const isApart = box.left >= large.left + large.width || box.left + box.width <= large.left
    expect(isApart).toBe(true)
  }
  expect(Math.max(...row.boxes.map(({ left, width }) => left + width))).toBeCloseTo(options.width, 6)
  expect(Math.max(...row.boxes.map(({ top, height }) => top + height))).toBeCloseTo(row.height, 6)
  expect(
    layoutBlock(
      shapes,
      options,
      true,
      shapes.map(() => 0),
    ),
  ).toEqual(layoutBlock(shapes, options, true))
})
