import { expect, test } from 'vitest'
import { evenHeight, evenRows } from '../../../src-renderer/grid/even-layout.ts'
import { layoutBlock } from '../../../src-renderer/grid/justified-layout.ts'
import { badgeChoices, captionHeightOf, toggled } from '../../../src-renderer/grid/tile-parts.ts'

const options = { mode: 'square', width: 1000, rowHeight: 200, gap: 6, captionHeight: 0 } as const

test('date and rating share a line; nothing under a tile takes no space', () => {
  expect(captionHeightOf([])).toBe(0)
  expect(captionHeightOf(['date', 'rating'])).toBe(captionHeightOf(['name']))
  expect(captionHeightOf(['name', 'rating'])).toBeGreaterThan(captionHeightOf(['name']))
})

test('rows grow by the lines under their photos, and photos keep their size', () => {
  const aspects = Array.from({ length: 20 }, () => 1.5)
  const [plain, labelled] = [0, 38].map((captionHeight) => layoutBlock(aspects, { ...options, captionHeight }, true))
  const widths = ({ rows }: typeof plain & {}) => rows.map(({ boxes }) => boxes.map(({ width }) => width))
  expect(widths(labelled!)).toEqual(widths(plain!))
  expect(labelled!.rows[0]!.height).toBeCloseTo(plain!.rows[0]!.height + 38)
  expect(labelled!.height).toBeCloseTo(plain!.height + 38 * plain!.rows.length)
  const rows = evenRows(20, { ...options, captionHeight: 38 })
  expect(rows[1]!.top - rows[0]!.height).toBe(6)
  expect(rows[0]!.height).toBe(rows[0]!.boxes[0]!.width + 38)
  expect(evenHeight(20, { ...options, captionHeight: 38 })).toBe(evenHeight(20, options) + 38 * rows.length)
})

test('parts switched off and on return to their place', () => {
  const all = badgeChoices.map(({ value }) => value)
  const less = toggled(badgeChoices, all, 'pick')
  expect(less).toEqual(['rating', 'label', 'kind', 'problem', 'stack'])
  expect(toggled(badgeChoices, less, 'pick')).toEqual(all)
})
