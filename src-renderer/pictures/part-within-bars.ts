/** A size in pixels, of any scale. */
type Size = { width: number; height: number }

/** The shape of pictures of 160 x 120 pixels differs slightly from that of their photo. */
const TOLERANCE = 0.03

/**
 * The part of a picture that its photo fills, as a value of the CSS property `object-view-box`; empty if it fills all
 * of it. A camera pads a small picture with two bars of equal width.
 */
export function partWithinBars(picture: Size, photo: Size): string {
  if (Math.min(picture.width, picture.height, photo.width, photo.height) <= 0) return ''
  const filled = picture.width / picture.height / (photo.width / photo.height)
  if (Math.abs(filled - 1) < TOLERANCE) return ''
  const bar = `${(50 * (1 - Math.min(filled, 1 / filled))).toFixed(2)}%`
  return filled < 1 ? `inset(${bar} 0)` : `inset(0 ${bar})`
}
