import { type GridLayout, indexAt, rowOf } from './grid-layout.ts'
import { neighbourRow } from './neighbour-row.ts'

/** What a movement depends on: the layout, and the height of the visible part in CSS pixels. */
export type GridGeometry = { layout: GridLayout; viewHeight: number }

/** The fraction of the visible height that a page key scrolls by. */
const PAGE_SHARE = 0.9

type Move = (index: number, last: number, geometry: GridGeometry) => number

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index, _last, { layout }) => neighbourRow(layout, index, -1),
  ArrowDown: (index, _last, { layout }) => neighbourRow(layout, index, 1),
  Home: () => 0,
  End: (_index, last) => last,
  PageUp: (index, _last, geometry) => pageFrom(index, -1, geometry),
  PageDown: (index, last, geometry) => Math.min(last, pageFrom(index, 1, geometry)),
}

/** The photo that a key moves the focus to; null if the key does not move it. */
export function keyTarget(key: string, index: number, geometry: GridGeometry): number | null {
  // In a list with columns, left and right scroll the columns into view.
  if (geometry.layout.options.mode === 'list' && /^Arrow(Left|Right)$/.test(key)) return null
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  return move?.(index, geometry.layout.total - 1, geometry) ?? null
}

function pageFrom(index: number, pages: -1 | 1, { layout, viewHeight }: GridGeometry): number {
  return indexAt(layout, Math.max(0, rowOf(layout, index).top + pages * viewHeight * PAGE_SHARE))
}
