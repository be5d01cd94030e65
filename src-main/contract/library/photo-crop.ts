import { z } from 'zod'
import type { Size } from '../analysis/cropping.ts'

/** Cameras are held at an angle, not upside down: other programs, too, straighten by at most this, in degrees. */
export const MAX_CROP_ANGLE = 45
/** The shortest side of a crop, in pixels of the photo. */
export const MIN_CROP_SIDE = 16

/** A crop of a frame that does not fit into its photo may extend beyond it by this share. */
const MAX_OUTSIDE = 1

const share = z
  .number()
  .min(-MAX_OUTSIDE)
  .max(1 + MAX_OUTSIDE)

/**
 * The part of a photo that is shown, as Adobe's Camera Raw describes it: the places of the upper left and the lower
 * right corner of a rectangle that is rotated clockwise by `angle` degrees, in shares of the picture's width and
 * height. Unless the angle is 0, the two corners alone do not bound it.
 */
export const PhotoCrop = z.object({
  left: share,
  top: share,
  right: share,
  bottom: share,
  angle: z.number().min(-MAX_CROP_ANGLE).max(MAX_CROP_ANGLE),
})
export type PhotoCrop = z.infer<typeof PhotoCrop>

/** The crop of a photo as it is shown, upright, with the size in pixels of what was cropped. */
export const ShownCrop = PhotoCrop.extend({ fullWidth: z.int(), fullHeight: z.int() })
export type ShownCrop = z.infer<typeof ShownCrop>

/** The same in pixels: middle and size of a rectangle that is rotated clockwise by `angle` degrees. */
export type CropFrame = { x: number; y: number; width: number; height: number; angle: number }

type Point = { x: number; y: number }

const DIGITS = 6
const rounded = (value: number): number => Number(value.toFixed(DIGITS))

/** A crop as a text, `0.1,0.2,0.9,0.8,-2.5`: left, top, right, bottom, angle. */
export const writeCrop = ({ left, top, right, bottom, angle }: PhotoCrop): string =>
  [left, top, right, bottom, angle].map(rounded).join(',')

/** Reads such a text; null if it is not a crop. */
export function parseCrop(text: unknown): PhotoCrop | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  const [left, top, right, bottom, angle, ...more] = text.split(',').map(Number)
  const found = PhotoCrop.safeParse({ left, top, right, bottom, angle })
  return found.success && more.length === 0 ? found.data : null
}

/** A vector rotated clockwise by some degrees, as seen with y downwards. */
export function rotatePoint({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** The frame of a crop on a picture of this size; null if it has no area. */
export function frameOfCrop({ left, top, right, bottom, angle }: PhotoCrop, { width, height }: Size): CropFrame | null {
  const diagonal = rotatePoint({ x: (right - left) * width, y: (bottom - top) * height }, -angle)
  if (diagonal.x < 1 || diagonal.y < 1) return null
  return {
    x: ((left + right) / 2) * width,
    y: ((top + bottom) / 2) * height,
    width: diagonal.x,
    height: diagonal.y,
    angle,
  }
}

/** The crop that has this frame on a picture of this size. */
export function cropOfFrame({ x, y, width, height, angle }: CropFrame, size: Size): PhotoCrop {
  const half = rotatePoint({ x: width / 2, y: height / 2 }, angle)
  return {
    left: rounded((x - half.x) / size.width),
    top: rounded((y - half.y) / size.height),
    right: rounded((x + half.x) / size.width),
    bottom: rounded((y + half.y) / size.height),
    angle: rounded(angle),
  }
}

/** The size in whole pixels of what a frame shows. */
export const sizeOfFrame = ({ width, height }: CropFrame): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
})

/** A frame's corners from the upper left one clockwise, in pixels of the picture. */
export const cornersOf = ({ x, y, width, height, angle }: CropFrame): Point[] =>
  [
    { x: -width / 2, y: -height / 2 },
    { x: width / 2, y: -height / 2 },
    { x: width / 2, y: height / 2 },
    { x: -width / 2, y: height / 2 },
  ].map((corner) => {
    const turned = rotatePoint(corner, angle)
    return { x: x + turned.x, y: y + turned.y }
  })

/** A point of the picture, in pixels of what the frame shows. */
export function pointInFrame({ x, y, width, height, angle }: CropFrame, point: Point): Point {
  const inside = rotatePoint({ x: point.x - x, y: point.y - y }, -angle)
  return { x: inside.x + width / 2, y: inside.y + height / 2 }
}

/** A pixel of what the frame shows, as a point of the picture. */
export function pointOfFrame({ x, y, width, height, angle }: CropFrame, inside: Point): Point {
  const point = rotatePoint({ x: inside.x - width / 2, y: inside.y - height / 2 }, angle)
  return { x: x + point.x, y: y + point.y }
}

/** Numbers of a frame come from rounded shares. */
const NEARLY = 1e-4

/** Whether a frame is within a picture. */
export const fitsFrame = (frame: CropFrame, size: Size): boolean =>
  cornersOf(frame).every(
    ({ x, y }) =>
      x >= -NEARLY * size.width &&
      y >= -NEARLY * size.height &&
      x <= size.width * (1 + NEARLY) &&
      y <= size.height * (1 + NEARLY),
  )

/** The frame made smaller around its middle until it is within the picture, in which its middle must be. */
export function shrinkFrame(frame: CropFrame, size: Size): CropFrame {
  const room = (from: number, to: number, max: number) =>
    to > from ? (max - from) / (to - from) : to < from ? from / (from - to) : Infinity
  const factors = cornersOf(frame).map(({ x, y }) =>
    Math.min(room(frame.x, x, size.width), room(frame.y, y, size.height)),
  )
  const factor = Math.max(0, Math.min(1, ...factors))
  return { ...frame, width: frame.width * factor, height: frame.height * factor }
}
