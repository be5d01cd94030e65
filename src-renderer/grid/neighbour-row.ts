import { type GridLayout, rowOf } from './grid-layout.ts'

/** The photo in the row above or below that is nearest to the middle of the given one. */
export function neighbourRow(layout: GridLayout, index: number, step: -1 | 1): number {
  const here = rowOf(layout, index)
  const target = step < 0 ? here.first - 1 : here.first + here.count
  if (target < 0) return 0
  if (target >= layout.total) return layout.total - 1
  const there = rowOf(layout, target)
  const middle = middleOf(layout, index)
  let best = there.first
  for (let other = there.first; other < there.first + there.count; other += 1) {
    if (Math.abs(middleOf(layout, other) - middle) < Math.abs(middleOf(layout, best) - middle)) best = other
  }
  return best
}

function middleOf(layout: GridLayout, index: number): number {
  const { widths, first } = rowOf(layout, index)
  const place = index - first
  const before = widths.slice(0, place).reduce((sum, width) => sum + width + layout.options.gap, 0)
  return before + (widths[place] ?? 0) / 2
}
