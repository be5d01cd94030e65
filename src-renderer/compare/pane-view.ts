/** A size in CSS pixels, or of a photo in its own. */
export type Size = { width: number; height: number }

/** The visible part of a photo: how large, and which point is in the middle, in fractions of its width and height. */
export type View = {
  /** CSS pixels per pixel of the photo; null if the complete photo is visible. */
  readonly scale: number | null
  readonly x: number
  readonly y: number
}

export const wholePhoto: View = { scale: null, x: 0.5, y: 0.5 }

/** Maximum screen pixels per pixel of the photo. */
const MAX_SCALE = 8

/** The scale at which a complete photo is visible; a small photo is not enlarged. */
export const fitScale = (photo: Size, pane: Size): number =>
  Math.min(1, pane.width / Math.max(1, photo.width), pane.height / Math.max(1, photo.height))

/** Where and how large a photo is drawn in a pane, in CSS pixels from its upper left corner. */
export function placeIn(view: View, photo: Size, pane: Size): Size & { left: number; top: number } {
  const scale = view.scale ?? fitScale(photo, pane)
  const [width, height] = [photo.width * scale, photo.height * scale]
  return { width, height, left: along(view.x, width, pane.width), top: along(view.y, height, pane.height) }
}

/** A photo larger than the pane covers it; a smaller one is in its middle. */
const along = (middle: number, length: number, room: number): number =>
  length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, room / 2 - middle * length))

/** A point of a pane, in CSS pixels. */
export type Point = { x: number; y: number }

/** Zooms by a factor around a point of the pane; shows the complete photo if it fits. */
export function zoomBy(view: View, factor: number, at: Point, photo: Size, pane: Size): View {
  const fit = fitScale(photo, pane)
  const scale = Math.min(MAX_SCALE, (view.scale ?? fit) * factor)
  return scale <= fit ? wholePhoto : zoomTo(view, scale, at, photo, pane)
}

/** Zooms to a scale around a point of the pane. */
export function zoomTo(view: View, scale: number, at: Point, photo: Size, pane: Size): View {
  const before = placeIn(view, photo, pane)
  const [shareX, shareY] = [(at.x - before.left) / before.width, (at.y - before.top) / before.height]
  return {
    scale,
    x: shareX + (pane.width / 2 - at.x) / (photo.width * scale),
    y: shareY + (pane.height / 2 - at.y) / (photo.height * scale),
  }
}

/** Moves the view by some CSS pixels, but not beyond the photo. */
export function panBy(view: View, dx: number, dy: number, photo: Size, pane: Size): View {
  if (view.scale === null) return view
  const move = (middle: number, by: number, length: number, room: number): number => {
    const half = Math.min(0.5, room / 2 / length)
    return Math.min(1 - half, Math.max(half, middle - by / length))
  }
  return {
    scale: view.scale,
    x: move(view.x, dx, photo.width * view.scale, pane.width),
    y: move(view.y, dy, photo.height * view.scale, pane.height),
  }
}
