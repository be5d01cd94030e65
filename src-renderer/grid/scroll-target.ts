import { type GridLayout, indexAt, rowOf } from './grid-layout.ts'

/** The visible part of a list, in CSS pixels. */
export type Viewport = { top: number; height: number }

/** Where a photo is scrolled to: just into view, to the middle, or to the top. */
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
  const covered = coveredBy(layout, margin)
  if (alignment === 'start' || row.top < view.top + covered) return row.top - covered
  if (row.top + row.height > view.top + view.height - margin) return row.top + row.height - view.height + margin
  return view.top
}

/** How far a photo stays from the top: the header of its section covers that part while its photos are in view. */
const coveredBy = ({ segments, options }: GridLayout, margin: number): number =>
  margin + (segments.heads.size > 1 ? options.headHeight : 0)

/** Whether part of a photo is visible, below the header of its section. */
export function isPartlyInView(layout: GridLayout, index: number, { top, height }: Viewport, margin: number): boolean {
  const row = rowOf(layout, index)
  return row.top < top + height && row.top + row.height > top + coveredBy(layout, margin)
}

/** The first and last photo of the visible rows. */
export function photosInSight(layout: GridLayout, { top, height }: Viewport, margin: number): [number, number] {
  const first = indexAt(layout, top + coveredBy(layout, margin))
  const last = rowOf(layout, indexAt(layout, top + height - margin))
  return [first, Math.max(first, last.first + last.count - 1)]
}

/** Where to scroll in the next layout so that the row at the top of the earlier one stays at the top. */
export function topAfterChange(before: GridLayout, next: GridLayout, top: number): number {
  const index = indexAt(before, top)
  const offset = top - rowOf(before, index).top
  const row = rowOf(next, Math.min(index, Math.max(0, next.total - 1)))
  return row.top + Math.min(offset, row.height)
}
