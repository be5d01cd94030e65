import { pictureSides } from '../../src-main/contract/library/picture.ts'

/** A thumbnail may be enlarged so much before a larger one is asked for: nobody sees it. */
const TOLERANCE = 1.1

/**
 * What a tile asks for once its thumbnail is there: a larger one where the tile has more pixels on the screen, and
 * nothing otherwise. `side` is the longer side of the tile in CSS pixels, of which each is `ratio` screen pixels long.
 */
export function finerTileKind(side: number, ratio: number): 'large' | undefined {
  return side * ratio > pictureSides.thumb * TOLERANCE ? 'large' : undefined
}
