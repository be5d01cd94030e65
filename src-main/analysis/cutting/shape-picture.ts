import type { Sharp } from 'sharp'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { PictureSize } from '../../contract/library/export-settings.ts'
import { sizeOfCrop, sizeOfWhole } from '../../contract/library/written-size.ts'
import { inverse, type Orientation, orientationOf } from '../../base/formats/exif/orientations.ts'
import { turnBox, turnSize } from '../../base/formats/exif/turn-box.ts'
import type { FileOrder } from './cut-request.ts'
import type { OpenPicture } from './open-picture.ts'

/** If a crop's ratio is off by more than this (rounding by one pixel is less), it is cut to fit, not stretched. */
const RATIO_TOLERANCE = 0.02

export type Shape = { turn: number; keepsSmall: boolean }

type CutOrder = Exclude<FileOrder, { kind: 'copy' }>

/**
 * The size of the file made from a picture of this size, before the person's rotation. Both the announcement and the
 * writing of a file use it. Throws `bad-params`.
 */
export function sizeOfFile(picture: Size, order: CutOrder, shape: Shape): Size {
  const { turn, keepsSmall } = shape
  if (order.kind === 'photo') return turnSize(turn, sizeOfWhole(picture, order.size, keepsSmall))
  return turnSize(turn, cutOf(picture, order, shape).size)
}

/** The pixels of one file at its size, rotated as the person rotated the photo. Throws `bad-params`. */
export function shapePicture(picture: OpenPicture, order: CutOrder, shape: Shape): Sharp {
  const shaped = order.kind === 'photo' ? scale(picture, order.size, shape) : crop(picture, order, shape)
  return turnPipeline(shaped, shape.turn)
}

function scale(picture: OpenPicture, size: PictureSize, { keepsSmall }: Shape): Sharp {
  const { width, height } = sizeOfWhole(picture, size, keepsSmall) // edges and megapixels are the same when turned
  if (width === picture.width && height === picture.height) return picture.pipeline()
  return picture.pipeline().resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
}

/** The area cut out of a picture, and its resulting size. */
function cutOf(picture: Size, order: FileOrder & { kind: 'crop' }, { turn, keepsSmall }: Shape) {
  const upright = turnBack(turn, order)
  const inside = clip(scaleCrop(upright.crop, upright.from, picture), picture)
  const [width, height] = [inside.x2 - inside.x1, inside.y2 - inside.y1]
  return { inside, width, height, size: sizeOfCrop({ width, height }, upright.size, keepsSmall) }
}

function crop(picture: OpenPicture, order: FileOrder & { kind: 'crop' }, shape: Shape): Sharp {
  const { inside, width, height, size } = cutOf(picture, order, shape)
  const isOwnRatio =
    Math.abs((width * size.height) / (height * size.width) - 1) > Math.max(RATIO_TOLERANCE, 1 / Math.min(width, height))
  return picture
    .pipeline()
    .extract({ left: inside.x1, top: inside.y1, width, height })
    .resize(size.width, size.height, { fit: isOwnRatio ? 'cover' : 'fill', kernel: 'lanczos3' })
}

/** Converts a crop of the rotated photo to one of the upright photo: only the small result is then rotated. */
const turnBack = (turn: number, { crop: box, from, size }: FileOrder & { kind: 'crop' }) => ({
  crop: turnBox(inverse(turn), from, box),
  from: turnSize(turn, from),
  size: turnSize(turn, size),
})

/** Scales a crop given for `from` to pixels of `to`, which may be another rendering of the same photo. */
export function scaleCrop(box: Rectangle, from: Size, to: Size): Rectangle {
  if (from.width === to.width && from.height === to.height) return box
  const [sx, sy] = [to.width / from.width, to.height / from.height]
  const [x1, y1] = [Math.round(box.x1 * sx), Math.round(box.y1 * sy)]
  return { x1, y1, x2: Math.max(x1 + 1, Math.round(box.x2 * sx)), y2: Math.max(y1 + 1, Math.round(box.y2 * sy)) }
}

function clip(box: Rectangle, { width, height }: Size): Rectangle {
  const inside = {
    x1: Math.max(0, box.x1),
    y1: Math.max(0, box.y1),
    x2: Math.min(width, box.x2),
    y2: Math.min(height, box.y2),
  }
  if (inside.x1 < inside.x2 && inside.y1 < inside.y2) return inside
  throw new AppError(
    'bad-params',
    say('pictures.cropOutside', {
      from: `${box.x1},${box.y1}`,
      to: `${box.x2},${box.y2}`,
      size: `${width}x${height}`,
    }),
  )
}

/** Degrees to the right, after mirroring left to right if `isMirrored`. */
const turns: Readonly<Record<Orientation, { degrees: number; isMirrored: boolean }>> = {
  1: { degrees: 0, isMirrored: false },
  2: { degrees: 0, isMirrored: true },
  3: { degrees: 180, isMirrored: false },
  4: { degrees: 180, isMirrored: true },
  5: { degrees: 270, isMirrored: true },
  6: { degrees: 90, isMirrored: false },
  7: { degrees: 90, isMirrored: true },
  8: { degrees: 270, isMirrored: false },
}

function turnPipeline(picture: Sharp, turn: number): Sharp {
  const { degrees, isMirrored } = turns[orientationOf(turn)]
  const mirrored = isMirrored ? picture.flop() : picture
  return degrees === 0 ? mirrored : mirrored.rotate(degrees)
}
