type Size = { width: number; height: number }
type Point = { x: number; y: number }
type Rect = Point & Size

/**
 * The point of a photo under the pointer, in fractions of its sides, if the photo is drawn in a box: covering all of
 * it, or within it.
 */
export function pointUnder(pointer: Point, box: Rect, photo: Size, fit: 'cover' | 'contain'): Point {
  const scales = [box.width / photo.width, box.height / photo.height]
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const share = (at: number, from: number, length: number, side: number): number =>
    Math.min(1, Math.max(0, (at - from - (length - side * scale) / 2) / (side * scale)))
  return {
    x: share(pointer.x, box.x, box.width, photo.width),
    y: share(pointer.y, box.y, box.height, photo.height),
  }
}

/** The upper left corner of a box around the pointer that stays inside the window. */
export function boxAround(pointer: Point, box: Size, window: Size): Point {
  const keep = (at: number, length: number, room: number): number =>
    Math.round(Math.min(Math.max(0, room - length), Math.max(0, at - length / 2)))
  return { x: keep(pointer.x, box.width, window.width), y: keep(pointer.y, box.height, window.height) }
}
