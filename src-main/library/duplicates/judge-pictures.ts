import type { PictureDifference } from './compare-pictures.ts'
import { areOneShot, areTwoShots, type Shot } from './same-shot.ts'

/**
 * Measured with 572 photos, their small, bright, dark, grey and marked versions, on half of them (`npm run eval --
 * duplicates` reports the other half): of different photos no two had a difference of colours below 34, or shapes that
 * correlate above 0.91.
 *
 * Largest difference of colours of one picture in another size, format or quality.
 */
const SAME_COLOR = 6
/** Minimum correlation of brightness for a picture with another brightness, no colours, or a mark on it. */
const NEAR_SHAPE = 0.97
/** The same if both files give the same time: then a part of the edge may be cut off, too. */
const ONE_SHOT_SHAPE = 0.85
/** Maximum ratio of the shapes of two frames: sizes are rounded, and edges cropped by a few pixels. */
const MAX_RATIO = 1.03

/** Whether two photos are worth comparing by their pictures: a cheap test for many pairs. */
export function mayBeDuplicates(a: Shot, b: Shot): boolean {
  if (areTwoShots(a, b)) return false
  return areOneShot(a, b) || haveOneShape(a, b)
}

/** How two photos show the same, by the difference of their pictures; null if they do not. */
export function judgePictures(a: Shot, b: Shot, { color, shape }: PictureDifference): 'same' | 'near' | null {
  if (!mayBeDuplicates(a, b)) return null
  const isOneShape = haveOneShape(a, b)
  if (isOneShape && color <= SAME_COLOR && shape >= NEAR_SHAPE) return 'same'
  return shape >= (areOneShot(a, b) ? ONE_SHOT_SHAPE : NEAR_SHAPE) ? 'near' : null
}

/** Whether two pictures show the same if nothing else is known of them. */
export const showTheSame = ({ shape }: PictureDifference): boolean => shape >= NEAR_SHAPE

function haveOneShape(a: Shot, b: Shot): boolean {
  const [one, other] = [a.width / a.height, b.width / b.height]
  return Math.max(one / other, other / one) <= MAX_RATIO
}
