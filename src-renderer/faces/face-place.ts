import type { Face } from '../../src-main/contract/analysis/face.ts'

/** A size in upright pixels. */
export type Size = { width: number; height: number }

/** The middle of a face in upright pixels: between the eyes if they are known. */
export function middleOf({ coordinates, landmarks }: Face): { x: number; y: number } {
  const eyes = landmarks.filter(({ type }) => type === 'left_eye' || type === 'right_eye')
  const { xmin, ymin, width, height } = coordinates
  if (eyes.length < 2) return { x: xmin + width / 2, y: ymin + height / 2 }
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  // A little below the eyes, so that the mouth is visible, too.
  return { x: mean(eyes.map(({ x }) => x)), y: mean(eyes.map(({ y }) => y)) + height * 0.12 }
}

/**
 * Where to draw a photo so that one of its points is in the middle of a box: the offset of its upper left corner from
 * that of the box, in CSS pixels. The photo fills the box if it is large enough. `scale` is CSS pixels per pixel of the
 * photo.
 */
export function placeAround(point: { x: number; y: number }, photo: Size, box: Size, scale: number) {
  const along = (middle: number, length: number, room: number): number =>
    length * scale <= room
      ? (room - length * scale) / 2
      : Math.min(0, Math.max(room - length * scale, room / 2 - middle * scale))
  return { x: along(point.x, photo.width, box.width), y: along(point.y, photo.height, box.height) }
}
