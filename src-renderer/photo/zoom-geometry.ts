/** A size: of the stage in CSS pixels, of a photo in its own pixels. */
export type Size = { width: number; height: number }
/** An offset from the middle of the stage, in CSS pixels. */
export type Offset = { x: number; y: number }
/** A point of a photo: 0 is its left or upper edge, 1 its right or lower one. */
export type Place = { x: number; y: number }

/** Screen pixels per pixel of the photo, at most. */
export const MAX_ZOOM = 8
/** The zooms at which the keys stop, besides the fitted size. */
const STOPS = [0.0625, 0.125, 0.25, 0.333, 0.5, 0.667, 1, 1.5, 2, 3, 4, 6, MAX_ZOOM]
/** Zooms that differ by a smaller factor are the same. */
const SAME = 1.005

/**
 * Screen pixels per pixel of a photo that fits in the stage. A photo smaller than the stage keeps its size. `ratio` is
 * screen pixels per CSS pixel.
 */
export function fitZoom(stage: Size, photo: Size, ratio: number): number {
  return Math.min(1, (stage.width * ratio) / photo.width, (stage.height * ratio) / photo.height)
}

/** Size of the photo in CSS pixels. */
export const sizeAt = (photo: Size, zoom: number, ratio: number): Size => ({
  width: (photo.width * zoom) / ratio,
  height: (photo.height * zoom) / ratio,
})

/** An offset moved so that a picture larger than the stage covers it, and a smaller one stays in the middle. */
export function keepInside({ x, y }: Offset, picture: Size, stage: Size): Offset {
  const maxX = Math.max(0, (picture.width - stage.width) / 2)
  const maxY = Math.max(0, (picture.height - stage.height) / 2)
  return { x: Math.min(maxX, Math.max(-maxX, x)), y: Math.min(maxY, Math.max(-maxY, y)) }
}

/** The stop above or below a zoom; the fitted size is the lowest. */
export function nextStop(zoom: number, fit: number, direction: 1 | -1): number {
  const stops = [fit, ...STOPS.filter((stop) => stop > fit * SAME)]
  return direction > 0
    ? (stops.find((stop) => stop > zoom * SAME) ?? MAX_ZOOM)
    : (stops.findLast((stop) => stop < zoom / SAME) ?? fit)
}

/** A zoom within its bounds; one that is nearly 1:1 becomes 1:1, so that pixels are shown unchanged. */
export function boundZoom(zoom: number, fit: number): number {
  const bounded = Math.min(MAX_ZOOM, Math.max(fit, zoom))
  return bounded < SAME && bounded > 1 / SAME ? 1 : bounded
}

/** Whether a zoom is the fitted size. */
export const isFitted = (zoom: number, fit: number): boolean => zoom < fit * SAME

/** Moves an edge to the nearest screen pixel: between two, each pixel would be mixed with its neighbour. */
export const snap = (cssPixels: number, ratio: number): number => Math.round(cssPixels * ratio) / ratio
