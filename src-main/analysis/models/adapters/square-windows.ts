import type { DecodedPhoto, Raster } from '../../photo/photo.ts'
import type { Box } from '../runtime/tasks.ts'

/** A square part of the photo as bytes, and its position: photo = (window + offset) * scale. */
export type SquareWindow = {
  data: Uint8Array
  offsetX: number
  offsetY: number
  scaleX: number
  scaleY: number
  /** True if the photo continues beyond that edge of the window, so that boxes at the edge are cut. */
  isCut: { left: boolean; top: boolean; right: boolean; bottom: boolean }
}

/** Photos up to this ratio of long to short side need no windows. */
const NEARLY_SQUARE = 1.2
const MAX_SQUARES = 3

/** The whole photo on black in a square. */
export async function cutWholeSquare(photo: DecodedPhoto, side: number): Promise<SquareWindow> {
  const whole = await photo.fitted({ width: side, height: side, fit: 'inside' })
  return cutWindow(photo, whole, side, -Math.floor((side - whole.width) / 2), -Math.floor((side - whole.height) / 2))
}

/**
 * Half-overlapping squares along the long side of an elongated photo at full height (or width), in which small things
 * are up to twice as large as in the whole; none of other photos.
 */
export async function cutSquareWindows(photo: DecodedPhoto, side: number): Promise<SquareWindow[]> {
  const windows: SquareWindow[] = []
  const ratio = Math.max(photo.width, photo.height) / Math.min(photo.width, photo.height)
  if (ratio < NEARLY_SQUARE) return windows
  const long = Math.round(side * Math.min(ratio, (MAX_SQUARES + 1) / 2))
  const isWide = photo.width > photo.height
  const strip = await photo.fitted({ width: isWide ? long : side, height: isWide ? side : long, fit: 'squash' })
  const count = Math.min(MAX_SQUARES, Math.max(2, Math.ceil((2 * (long - side)) / side) + 1))
  for (let i = 0; i < count; i++) {
    const offset = Math.round(((long - side) * i) / (count - 1))
    windows.push(cutWindow(photo, strip, side, isWide ? offset : 0, isWide ? 0 : offset))
  }
  return windows
}

function cutWindow(photo: DecodedPhoto, raster: Raster, side: number, left: number, top: number): SquareWindow {
  const data = new Uint8Array(side * side * 3)
  const fromX = Math.max(0, left)
  const count = Math.min(raster.width, left + side) - fromX
  for (let y = Math.max(0, top); y < Math.min(raster.height, top + side); y++) {
    const start = 3 * (y * raster.width + fromX)
    data.set(raster.data.subarray(start, start + 3 * count), 3 * ((y - top) * side + fromX - left))
  }
  const isCut = { left: left > 0, top: top > 0, right: left + side < raster.width, bottom: top + side < raster.height }
  return {
    data,
    offsetX: left,
    offsetY: top,
    scaleX: photo.width / raster.width,
    scaleY: photo.height / raster.height,
    isCut,
  }
}

/** True if a box in window pixels touches an edge beyond which the photo continues. */
export function touchesCut({ isCut }: SquareWindow, { x1, y1, x2, y2 }: Box, side: number): boolean {
  return (
    (isCut.left && x1 < 1) || (isCut.top && y1 < 1) || (isCut.right && x2 > side - 1) || (isCut.bottom && y2 > side - 1)
  )
}
