import { type GridLayout, rowOf } from './grid-layout.ts'
import type { TileBox } from './justified-layout.ts'

/** Boxes of a row that touch may be this much apart, in CSS pixels. */
const ROUNDING = 1

/** The photo above or below that is nearest to the middle of the given one; a row may have a large photo beside two. */
export function neighbourRow(layout: GridLayout, index: number, step: -1 | 1): number {
  const here = rowOf(layout, index)
  const own = here.boxes[index - here.first]
  if (own === undefined) return index
  const isBeyond = (box: TileBox): boolean =>
    step < 0 ? box.top + box.height <= own.top + ROUNDING : box.top >= own.top + own.height - ROUNDING
  const within = nearest(here, own, isBeyond)
  if (within !== null) return within
  const target = step < 0 ? here.first - 1 : here.first + here.count
  if (target < 0) return 0
  if (target >= layout.total) return layout.total - 1
  const there = rowOf(layout, target)
  const isAtEdge = (box: TileBox): boolean =>
    step < 0 ? box.top + box.height >= there.height - ROUNDING : box.top <= ROUNDING
  return nearest(there, own, isAtEdge) ?? target
}

/** Of some photos of a row, the one whose middle is nearest; null if there are none. */
function nearest(
  { first, boxes }: { first: number; boxes: readonly TileBox[] },
  own: TileBox,
  isWanted: (box: TileBox) => boolean,
): number | null {
  let best: { index: number; distance: number } | null = null
  for (const [place, box] of boxes.entries()) {
    const distance = Math.abs(box.left + box.width / 2 - own.left - own.width / 2)
    if (isWanted(box) && distance < (best?.distance ?? Infinity)) best = { index: first + place, distance }
  }
  return best?.index ?? null
}
