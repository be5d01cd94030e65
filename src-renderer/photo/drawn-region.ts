import type { Region } from '../../src-main/contract/library/similar.ts'

/** A place on a photo, in shares of its width and height. */
export type Place = { x: number; y: number }
type Box = { left: number; top: number; width: number; height: number }

/** Parts that are smaller than this share of the photo were not meant: a click moves a little. */
const LEAST = 0.02

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** Where a pointer is on a photo that is drawn in a box; beside it, the nearest place on its edge. */
export const placeIn = ({ left, top, width, height }: Box, x: number, y: number): Place => ({
  x: within((x - left) / width),
  y: within((y - top) / height),
})

/** The part between two places, whichever comes first. */
export function regionBetween(a: Place, b: Place): Region {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { left, top, width: Math.max(a.x, b.x) - left, height: Math.max(a.y, b.y) - top }
}

/** Whether a part was drawn, and not merely clicked. */
export const isDrawn = ({ width, height }: Region): boolean => width >= LEAST && height >= LEAST
