import type { Region } from '../../src-main/contract/library/similar.ts'

/** A place on a photo, in fractions of its width and height. */
export type Place = { x: number; y: number }
type Box = { left: number; top: number; width: number; height: number }

/** Parts smaller than this fraction of the photo were not intended: a click moves slightly. */
const MIN_SIDE = 0.02

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** Where a pointer is on a photo drawn in a box; outside the box, the nearest place on its edge. */
export const placeIn = ({ left, top, width, height }: Box, x: number, y: number): Place => ({
  x: within((x - left) / width),
  y: within((y - top) / height),
})

/** The part between two places, in any order. */
export function regionBetween(a: Place, b: Place): Region {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { left, top, width: Math.max(a.x, b.x) - left, height: Math.max(a.y, b.y) - top }
}

/** Whether a part was drawn, not just clicked. */
export const isDrawn = ({ width, height }: Region): boolean => width >= MIN_SIDE && height >= MIN_SIDE
