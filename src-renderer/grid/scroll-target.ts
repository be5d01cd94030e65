import type { GridLayout } from './grid-layout.ts'
import { indexAt, rowOf } from './grid-rows.ts'

/** The visible part of a list, in CSS pixels. */
export type Viewport = { top: number; height: number }

/** Where a photo is brought to: only into view, to the middle, or to the top. */
export type Alignment = 'nearest' | 'center' | 'start'

/** Where to scroll so that a photo is visible; `margin` keeps it off the edges. */
export function topToShow(
  layout: GridLayout,
  index: number,
  view: Viewport,
  { alignment, margin }: { alignment: Alignment; margin: number },
): number {
  const row = rowOf(layout, index)
  if (alignment === 'center') return row.top - (view.height - row.height) / 2
  // The header of the section stays at the top while its photos are in view.
  const covered = margin + (layout.segments.heads.size > 1 ? layout.options.headHeight : 0)
  if (alignment === 'start' || row.top < view.top + covered) return row.top - covered
  if (row.top + row.height > view.top + view.height - margin) return row.top + row.height - view.height + margin
  return view.top
}

/** Where to scroll in the next layout so that the row at the top of the earlier one stays at the top. */
export function topAfterChange(before: GridLayout, next: GridLayout, top: number): number {
  const index = indexAt(before, top)
  const offset = top - rowOf(before, index).top
  const row = rowOf(next, Math.min(index, Math.max(0, next.total - 1)))
  return row.top + Math.min(offset, row.height)
}
