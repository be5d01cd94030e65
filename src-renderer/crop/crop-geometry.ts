import {
  type CropFrame,
  fitsFrame,
  MAX_CROP_ANGLE,
  MIN_CROP_SIDE,
  rotatePoint,
  shrinkFrame,
} from '../../src-main/contract/library/photo-crop.ts'

/** A size, and a move across what is shown straight, in pixels of the photo. */
type Size = { width: number; height: number }
type Move = { x: number; y: number }

/** Which sides of the frame a handle moves: of `nw` the upper and the left one. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** A frame that shows all of a photo. */
export const wholeFrame = ({ width, height }: Size): CropFrame => ({
  x: width / 2,
  y: height / 2,
  width,
  height,
  angle: 0,
})

/** The frame moved over the photo as far as it stays within it: along an edge, too. */
export function moveFrame(frame: CropFrame, { x, y }: Move, size: Size): CropFrame {
  const straight = approach(frame, shifted(frame, { x, y }), size)
  const across = approach(straight, shifted(straight, { x: x - movedBy(frame, straight).x, y: 0 }), size)
  return approach(across, shifted(across, { x: 0, y: y - movedBy(frame, across).y }), size)
}

/** How far a frame was moved, seen straight. */
const movedBy = (from: CropFrame, to: CropFrame): Move =>
  rotatePoint({ x: to.x - from.x, y: to.y - from.y }, -from.angle)

function shifted(frame: CropFrame, move: Move): CropFrame {
  const by = rotatePoint(move, frame.angle)
  return { ...frame, x: frame.x + by.x, y: frame.y + by.y }
}

/**
 * The frame with a handle dragged, as far as it stays within the photo. The opposite corner or side stays; with a
 * `ratio`, width over height, the shape does, too.
 */
export function dragHandle(frame: CropFrame, handle: Handle, move: Move, ratio: number | null, size: Size): CropFrame {
  const across = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0
  const down = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0
  let width = Math.max(MIN_CROP_SIDE, frame.width + across * move.x)
  let height = Math.max(MIN_CROP_SIDE, frame.height + down * move.y)
  if (ratio !== null) {
    if (across === 0 || (down !== 0 && height * ratio > width)) width = height * ratio
    else height = width / ratio
    const min = MIN_CROP_SIDE / Math.min(width, height)
    if (min > 1) [width, height] = [width * min, height * min]
  }
  const wanted = { ...frame, width, height }
  const middle = { x: (across * (width - frame.width)) / 2, y: (down * (height - frame.height)) / 2 }
  return approach(frame, shifted(wanted, middle), size)
}

/** The frame in a shape, width over height, around the same middle and with the same area, if that fits. */
export function shapeFrame(frame: CropFrame, ratio: number, size: Size): CropFrame {
  const area = frame.width * frame.height
  return shrinkFrame({ ...frame, width: Math.sqrt(area * ratio), height: Math.sqrt(area / ratio) }, size)
}

/** The frame made larger or smaller around its middle. */
export function scaleFrame(frame: CropFrame, factor: number, size: Size): CropFrame {
  const min = MIN_CROP_SIDE / Math.min(frame.width, frame.height)
  const used = Math.max(Math.min(1, min), factor)
  return approach(frame, { ...frame, width: frame.width * used, height: frame.height * used }, size)
}

/** The frame at another angle; it is made smaller if it does not fit then. */
export const tiltFrame = (frame: CropFrame, angle: number, size: Size): CropFrame =>
  shrinkFrame({ ...frame, angle: Math.min(MAX_CROP_ANGLE, Math.max(-MAX_CROP_ANGLE, angle)) }, size)

/** By how many degrees a drawn line is off the nearer of horizontal and vertical: -45 to 45, clockwise. */
export function tiltOfLine({ x, y }: Move): number {
  const degrees = (Math.atan2(y, x) * 180) / Math.PI
  return degrees - Math.round(degrees / 90) * 90
}

/** Halvings: the last one is less than a thousandth of any photo. */
const STEPS = 20

/** The frame on the way from one that fits to a wanted one of the same angle, as near to that as fits. */
function approach(from: CropFrame, to: CropFrame, size: Size): CropFrame {
  if (fitsFrame(to, size)) return to
  const between = (share: number): CropFrame => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    width: from.width + (to.width - from.width) * share,
    height: from.height + (to.height - from.height) * share,
    angle: from.angle,
  })
  let [low, high] = [0, 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (fitsFrame(between(middle), size)) low = middle
    else high = middle
  }
  return between(low)
}
