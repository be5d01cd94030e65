import type { ShownFace } from '../../src-main/contract/library/people.ts'
import type { PictureKind } from '../../src-main/contract/library/picture.ts'
import { pictureSides } from '../../src-main/contract/library/picture.ts'
import type { Box } from '../pictures/move-crop.ts'

/** The size of the square around a face, in sides of its box. */
const MARGIN = 1.6

/** A square around a face that stays in the photo, in upright pixels. */
export function squareAround({ box, photo: { width, height } }: Pick<ShownFace, 'box' | 'photo'>): Box {
  const longer = Math.max(box.width * width, box.height * height)
  const side = Math.max(1, Math.min(width, height, Math.round(longer * MARGIN)))
  const from = (middle: number, length: number) =>
    Math.round(Math.min(Math.max(0, middle - side / 2), Math.max(0, length - side)))
  const x1 = from((box.x + box.width / 2) * width, width)
  const y1 = from((box.y + box.height / 2) * height, height)
  return { x1, y1, x2: x1 + side, y2: y1 + side }
}

/** The smallest picture of the photo with enough pixels for a face shown in this size. */
export function kindForFace(face: Pick<ShownFace, 'box' | 'photo'>, side: number): PictureKind {
  const { x1, x2 } = squareAround(face)
  const needed = (side / (x2 - x1)) * Math.max(face.photo.width, face.photo.height)
  if (needed <= pictureSides.thumb) return 'thumb'
  return needed <= pictureSides.large ? 'large' : 'preview'
}
