import { LUMA_UNIT, type DecodedPhoto, type Luma, type Raster } from '../../photo/photo.ts'
import { lumaOf } from '../../../base/color/luma.ts'
import type { DetectedFace, Point } from '../runtime/tasks.ts'

/**
 * A square on the photo, possibly rotated or mirrored: its middle, its side, and the unit vector that points down in
 * it. Photo pixels.
 */
export type FaceSquare = { centre: Point; side: number; down: Point; isMirrored?: boolean }

/** Sides of the square around a face with only a box, in sides of the box. */
const SIDES_PER_BOX = 1.4

/**
 * The square around a face, upright for the face itself if its landmarks are known. Its side is given in distances
 * between eyes and mouth (or between the eyes, whichever is longer), so that any detector with landmarks gives the same
 * square.
 */
export function squareOfFace({ box, landmarks }: DetectedFace, sidesPerDistance: number): FaceSquare {
  const find = (type: string): Point | undefined => landmarks.find((mark) => mark.type === type)
  const [right, left] = [find('right_eye'), find('left_eye')]
  const mouth = find('mouth') ?? middleOf(find('mouth_right'), find('mouth_left'))
  const eyes = middleOf(right, left)
  const height = eyes && mouth ? Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y) : 0
  if (!right || !left || !eyes || !mouth || height === 0) {
    const centre = { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 }
    return { centre, side: SIDES_PER_BOX * Math.max(box.x2 - box.x1, box.y2 - box.y1), down: { x: 0, y: 1 } }
  }
  const distance = Math.max(height, Math.hypot(left.x - right.x, left.y - right.y))
  const down = { x: (mouth.x - eyes.x) / height, y: (mouth.y - eyes.y) / height }
  return { centre: { x: (eyes.x + mouth.x) / 2, y: (eyes.y + mouth.y) / 2 }, side: sidesPerDistance * distance, down }
}

function middleOf(a: Point | undefined, b: Point | undefined): Point | undefined {
  return a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** A point of the square, in units of its side from its upper left corner, in pixels of the photo. */
export function pointOfSquare({ centre, side, down, isMirrored }: FaceSquare, across: number, along: number): Point {
  const u = (isMirrored ? 0.5 - across : across - 0.5) * side
  const v = (along - 0.5) * side
  return { x: centre.x + u * down.y + v * down.x, y: centre.y - u * down.x + v * down.y }
}

/** Samples the square (bilinear, black outside the photo) to `side` by `side` RGB bytes. */
export function cutSquare({ pixels, width, height }: DecodedPhoto, square: FaceSquare, side: number): Uint8Array {
  const [scaleX, scaleY] = [pixels.width / width, pixels.height / height]
  const out = new Uint8Array(side * side * 3)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const { x, y } = pointOfSquare(square, (column + 0.5) / side, (row + 0.5) / side)
      sample(pixels, x * scaleX - 0.5, y * scaleY - 0.5, out, 3 * (row * side + column))
    }
  }
  return out
}

/**
 * The same from the finest raster that the photo has: colours of the working raster, brightness of the finer one, where
 * small faces have more pixels.
 */
export function cutFineSquare(photo: DecodedPhoto, square: FaceSquare, side: number): Uint8Array {
  const out = cutSquare(photo, square, side)
  const { fine } = photo
  if (!fine || (square.side * photo.pixels.width) / photo.width >= side) return out
  for (let at = 0; at < side * side; at++) {
    const { x, y } = pointOfSquare(square, ((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side)
    const level = lumaAt(fine, (x * fine.width) / photo.width - 0.5, (y * fine.height) / photo.height - 0.5)
    if (level === null) continue
    const change = level - lumaOf(out[3 * at]!, out[3 * at + 1]!, out[3 * at + 2]!)
    for (let channel = 0; channel < 3; channel++)
      out[3 * at + channel] = Math.min(255, Math.max(0, out[3 * at + channel]! + change + 0.5))
  }
  return out
}

function lumaAt({ width, height, levels }: Luma, x: number, y: number): number | null {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return null
  const [x0, y0] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [Math.max(0, x - x0), Math.max(0, y - y0)]
  const top = levels[y0 * width + x0]! * (1 - fx) + levels[y0 * width + x1]! * fx
  const bottom = levels[y1 * width + x0]! * (1 - fx) + levels[y1 * width + x1]! * fx
  return (top * (1 - fy) + bottom * fy) / LUMA_UNIT
}

function sample({ width, height, data }: Raster, x: number, y: number, out: Uint8Array, at: number) {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return
  const x0 = Math.max(0, Math.floor(x))
  const y0 = Math.max(0, Math.floor(y))
  const x1 = Math.min(width - 1, x0 + 1)
  const y1 = Math.min(height - 1, y0 + 1)
  const fx = Math.max(0, x - x0)
  const fy = Math.max(0, y - y0)
  const a = 3 * (y0 * width + x0)
  const b = 3 * (y0 * width + x1)
  const c = 3 * (y1 * width + x0)
  const d = 3 * (y1 * width + x1)
  for (let channel = 0; channel < 3; channel++) {
    const top = data[a + channel]! * (1 - fx) + data[b + channel]! * fx
    const bottom = data[c + channel]! * (1 - fx) + data[d + channel]! * fx
    out[at + channel] = top * (1 - fy) + bottom * fy + 0.5
  }
}
