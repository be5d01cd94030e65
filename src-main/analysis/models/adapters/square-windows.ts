import type { DecodedPhoto } from '../../photo/photo.ts'
import type { Box } from '../runtime/tasks.ts'
import { takePart, type Part } from './photo-part.ts'

/** A square of the photo as bytes, black where it reaches beyond; photo = window * scale + offset. */
export type SquareWindow = {
  data: Uint8Array
  offsetX: number
  offsetY: number
  scale: number
  /** The part of the photo in it, in pixels of the window. */
  inside: Box
  /** True if the photo continues beyond that edge, so that boxes at the edge are cut. */
  isCut: { left: boolean; top: boolean; right: boolean; bottom: boolean }
}

/** A square of the photo, in upright pixels of the original. */
export type Square = { x: number; y: number; side: number }

/** Room around boxes, as a multiple of the side of their square. */
const ROOM = 1.15
/** Pixels of the raster a side: a smaller square would only be enlarged. */
const MIN_SIDE = 200

/** The whole photo. */
export const wholeSquare = ({ width, height }: DecodedPhoto): Square => ({
  x: 0,
  y: 0,
  side: Math.max(width, height),
})

/** The square around one box or more, moved into the photo where it fits. */
export function squareAround(boxes: readonly Box[], { width, height, pixels }: DecodedPhoto): Square {
  const [x1, y1] = [Math.min(...boxes.map((box) => box.x1)), Math.min(...boxes.map((box) => box.y1))]
  const [x2, y2] = [Math.max(...boxes.map((box) => box.x2)), Math.max(...boxes.map((box) => box.y2))]
  const side = Math.max(ROOM * (x2 - x1), ROOM * (y2 - y1), (MIN_SIDE * width) / pixels.width)
  const place = (middle: number, length: number) => Math.max(0, Math.min(middle - side / 2, length - side))
  return { x: place((x1 + x2) / 2, width), y: place((y1 + y2) / 2, height), side }
}

/** A square of the photo with this many pixels a side. */
export async function cutSquare(photo: DecodedPhoto, square: Square, side: number): Promise<SquareWindow> {
  const { pixels } = photo
  const perPixel = photo.width / pixels.width
  const [x1, y1] = [Math.round(square.x / perPixel), Math.round(square.y / perPixel)]
  const most = Math.round(square.side / perPixel)
  const part: Part = { x1, y1, x2: Math.min(pixels.width, x1 + most), y2: Math.min(pixels.height, y1 + most) }
  const isWhole = part.x2 - x1 === pixels.width && part.y2 - y1 === pixels.height
  const seen = isWhole ? photo : takePart(photo, part)
  const { width, height, data } = await seen.fitted({ width: side, height: side, fit: 'inside' })
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)]
  const framed = new Uint8Array(side * side * 3)
  for (let y = 0; y < height; y++)
    framed.set(data.subarray(3 * y * width, 3 * (y + 1) * width), 3 * ((y + top) * side + left))
  const scale = (Math.max(part.x2 - x1, part.y2 - y1) * perPixel) / side
  return {
    data: framed,
    offsetX: x1 * perPixel - left * scale,
    offsetY: y1 * perPixel - top * scale,
    scale,
    inside: { x1: left, y1: top, x2: left + width, y2: top + height },
    isCut: { left: x1 > 0, top: y1 > 0, right: part.x2 < pixels.width, bottom: part.y2 < pixels.height },
  }
}

/** True if a box in window pixels touches an edge beyond which the photo continues. */
export const touchesCut = ({ isCut, inside }: SquareWindow, { x1, y1, x2, y2 }: Box): boolean =>
  (isCut.left && x1 < inside.x1 + 1) ||
  (isCut.top && y1 < inside.y1 + 1) ||
  (isCut.right && x2 > inside.x2 - 1) ||
  (isCut.bottom && y2 > inside.y2 - 1)
