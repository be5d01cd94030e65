import type { Face } from '../../src-main/contract/analysis/face.ts'

/** A size in upright pixels. */
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** Where the eyes of a face lie in its box, from the upper left, if they were not found. */
const USUAL_EYES = [
  [0.3, 0.4],
  [0.7, 0.4],
] as const

/** Both eyes of a face in upright pixels, the left one of the picture first; estimated if they were not found. */
export function eyesOf({ coordinates, landmarks }: Face): readonly [Point, Point] {
  const [one, other] = landmarks.filter(({ type }) => type === 'left_eye' || type === 'right_eye')
  const { xmin, ymin, width, height } = coordinates
  const [left, right] =
    one && other ? [one, other] : USUAL_EYES.map(([x, y]) => ({ x: xmin + x * width, y: ymin + y * height }))
  return left!.x <= right!.x ? [left!, right!] : [right!, left!]
}

/** The point between the eyes of a face, in upright pixels. */
export function betweenEyes(face: Face): Point {
  const [left, right] = eyesOf(face)
  return { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
}

/** The same in shares of its photo. */
export function placeOfEyes(face: Face, { width, height }: Size): Point {
  const { x, y } = betweenEyes(face)
  return { x: x / width, y: y / height }
}

/** A part of a photo at actual size: its middle in upright pixels, its size in CSS pixels. */
export type FaceView = Point & Size

/** Room for an eye on each side of its middle, in distances between the eyes: an eye is half as wide as that. */
const AROUND_EYE = 0.45

/**
 * What to show of a face so that both eyes are seen whole at actual size, from left to right: one view of at least
 * `side`, as large as the eyes need; one for each eye if both do not fit into `room`. `scale` is CSS pixels per pixel of
 * the photo; all other sizes are CSS pixels.
 */
export function viewsOfEyes(
  face: Face,
  { scale, side, room }: { scale: number; side: number; room: Size },
): FaceView[] {
  const eyes = eyesOf(face)
  const [across, down] = [Math.abs(eyes[0].x - eyes[1].x), Math.abs(eyes[0].y - eyes[1].y)]
  const around = 2 * AROUND_EYE * Math.hypot(across, down)
  const [width, height] = [(across + around) * scale, (down + around) * scale]
  const middle = betweenEyes(face)
  // A little below the eyes of a small face, so that the mouth is visible, too.
  if (width <= side && height <= side)
    return [{ x: middle.x, y: middle.y + face.coordinates.height * 0.12, width: side, height: side }]
  if (width <= room.width && height <= room.height)
    return [{ ...middle, width: Math.max(side, width), height: Math.max(side, height) }]
  const each = { width: Math.min(room.width / 2, around * scale), height: Math.min(room.height, around * scale) }
  return eyes.map(({ x, y }) => ({ x, y, ...each }))
}

/**
 * Where to draw a photo so that one of its points is in the middle of a box: the offset of its upper left corner from
 * that of the box, in CSS pixels. The photo fills the box if it is large enough. `scale` is CSS pixels per pixel of the
 * photo.
 */
export function placeAround(point: Point, photo: Size, box: Size, scale: number) {
  const along = (middle: number, length: number, room: number): number =>
    length * scale <= room
      ? (room - length * scale) / 2
      : Math.min(0, Math.max(room - length * scale, room / 2 - middle * scale))
  return { x: along(point.x, photo.width, box.width), y: along(point.y, photo.height, box.height) }
}
