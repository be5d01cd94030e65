import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AROUND, arrangePanes, type Pane } from '../../../src-renderer/compare/arrange-panes.ts'

type Area = { width: number; height: number }

/** The area of a photo that fits into a pane. */
function pictureOf(aspect: number, { width, height }: Pick<Pane, 'width' | 'height'>): number {
  const across = Math.min(width - AROUND.width, (height - AROUND.height) * aspect)
  return Math.max(0, across) ** 2 / aspect
}

const smallest = (aspects: readonly number[], panes: readonly Pane[]): number =>
  Math.min(...panes.map((pane, at) => pictureOf(aspects[at]!, pane)))

/** The smallest photo of the best grid of equal panes that are at least 200 pixels wide. */
function plainGrid(aspects: readonly number[], { width, height }: Area): number {
  const grids = aspects
    .map((_, at) => at + 1)
    .map((columns) => {
      const rows = Math.ceil(aspects.length / columns)
      const pane = { width: (width - 4 * (columns - 1)) / columns, height: (height - 4 * (rows - 1)) / rows }
      return pane.width < 200 ? 0 : Math.min(...aspects.map((aspect) => pictureOf(aspect, pane)))
    })
  return Math.max(...grids)
}

const someAspects = fc.array(fc.double({ min: 0.4, max: 3, noNaN: true }), { minLength: 1, maxLength: 16 })
const someArea = fc.record({ width: fc.integer({ min: 700, max: 3800 }), height: fc.integer({ min: 500, max: 2100 }) })

test('panes are inside the area in the order of the photos, and none overlaps another', () => {
  const anyArea = fc.record({ width: fc.integer({ min: 120, max: 3800 }), height: fc.integer({ min: 120, max: 2100 }) })
  fc.assert(
    fc.property(someAspects, anyArea, (aspects, area) => {
      const panes = arrangePanes(aspects, area)
      expect(panes).toHaveLength(aspects.length)
      const slack = 0.01
      for (const [at, { left, top, width, height }] of panes.entries()) {
        const next = panes[at + 1]
        expect(Math.min(left, top, width, height)).toBeGreaterThanOrEqual(0)
        expect(left + width).toBeLessThanOrEqual(area.width + slack)
        expect(top + height).toBeLessThanOrEqual(area.height + slack)
        if (next) expect(next.left >= left + width - slack || next.top >= top + height - slack).toBe(true)
      }
    }),
  )
})

test('the smallest photo is at most 3 % smaller than in a grid of equal panes, which even rows may cost', () => {
  fc.assert(
    fc.property(someAspects, someArea, (aspects, area) => {
      expect(smallest(aspects, arrangePanes(aspects, area))).toBeGreaterThanOrEqual(plainGrid(aspects, area) * 0.97)
    }),
  )
})

test.each([
  { aspects: [1.5, 1.5], area: { width: 1432, height: 854 }, rows: [2] },
  { aspects: [1.5, 1.5, 1.5, 1.5], area: { width: 1432, height: 854 }, rows: [2, 2] },
  { aspects: [1.5, 1.5], area: { width: 700, height: 1200 }, rows: [1, 1] },
  // A last photo alone would be larger than all others.
  { aspects: Array.from({ length: 5 }, () => 1.5), area: { width: 1900, height: 850 }, rows: [3, 2] },
  { aspects: Array.from({ length: 7 }, () => 1.5), area: { width: 1432, height: 854 }, rows: [4, 3] },
  { aspects: [1.5, 1.49, 1.51, 1.51, 1.51, 1.33, 1.96], area: { width: 1432, height: 854 }, rows: [4, 3] },
])('$aspects.length photos in $area.width by $area.height stand in rows of $rows', ({ aspects, area, rows }) => {
  const tops = arrangePanes(aspects, area).map(({ top }) => top)
  expect([...new Set(tops)].map((top) => tops.filter((other) => other === top).length)).toEqual(rows)
})

test('a portrait beside a landscape is as large as the landscape', () => {
  const aspects = [1.5, 2 / 3]
  const area = { width: 1432, height: 854 }
  const [landscape, portrait] = arrangePanes(aspects, area)
  expect(landscape!.width).toBeGreaterThan(portrait!.width * 1.3)
  expect(smallest(aspects, [landscape!, portrait!])).toBeGreaterThan(plainGrid(aspects, area) * 1.2)
})
