import { pictureSides } from '../../src-main/contract/library/picture.ts'

/** A thumbnail may be enlarged by this factor before a larger one is loaded: nobody sees the difference. */
const TOLERANCE = 1.1

/**
 * What a tile loads after its thumbnail: a larger one if the tile has more pixels on the screen, otherwise nothing.
 * `side` is the longer side of the tile in CSS pixels, each `ratio` screen pixels long.
 */
export function finerTileKind(side: number, ratio: number): 'large' | undefined {
  return side * ratio > pictureSides.thumb * TOLERANCE ? 'large' : undefined
}
