import type { Sharp } from 'sharp'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import { type Orientation, orientationOf } from '../../formats/exif/orientations.ts'
import { exifOf, xmpOf, type Credits } from './credits.ts'
import type { OpenPicture } from './open-picture.ts'

/** `turn` is done last, as EXIF counts turns: `crop` and `size` are those before it. */
export type EncodedCrop = {
  crop: Rectangle
  size: Size
  turn: number
  format: ExportFormat
  quality: number
  credits: Credits
}

/** From this quality on, colour is kept at full resolution. */
const FULL_COLOR_QUALITY = 90
/**
 * A crop whose ratio is off by more than this (one pixel of rounding is less) is fitted by cutting, not by stretching.
 */
const RATIO_TOLERANCE = 0.02

/**
 * One crop of an open picture as the bytes of a file, at exactly the size, in sRGB. Throws `bad-params` for a crop that
 * lies outside the picture.
 */
export async function encodeCrop(picture: OpenPicture, order: EncodedCrop): Promise<Uint8Array> {
  const { crop, size, turn, format, quality, credits } = order
  const inside = clip(crop, picture)
  const [width, height] = [inside.x2 - inside.x1, inside.y2 - inside.y1]
  const isOwnRatio =
    Math.abs((width * size.height) / (height * size.width) - 1) > Math.max(RATIO_TOLERANCE, 1 / Math.min(width, height))
  const cut = picture
    .pipeline()
    .extract({ left: inside.x1, top: inside.y1, width, height })
    .resize(size.width, size.height, { fit: isOwnRatio ? 'cover' : 'fill', kernel: 'lanczos3' })
  const resized = turnPipeline(cut, turn)
  const flat = format === 'jpeg' && picture.hasAlpha ? resized.flatten({ background: '#ffffff' }) : resized
  const profiled = flat.withIccProfile('srgb').withExif(exifOf(credits))
  const xmp = xmpOf(credits)
  return encode(xmp ? profiled.withXmp(xmp) : profiled, format, quality).toBuffer()
}

/** Degrees to the right, after a picture was mirrored left to right where `isMirrored`. */
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

/** A crop given for `from` in pixels of `to`, which may be another rendering of the same photo. */
export function scaleCrop(crop: Rectangle, from: Size, to: Size): Rectangle {
  if (from.width === to.width && from.height === to.height) return crop
  const [sx, sy] = [to.width / from.width, to.height / from.height]
  const [x1, y1] = [Math.round(crop.x1 * sx), Math.round(crop.y1 * sy)]
  return { x1, y1, x2: Math.max(x1 + 1, Math.round(crop.x2 * sx)), y2: Math.max(y1 + 1, Math.round(crop.y2 * sy)) }
}

function clip(crop: Rectangle, { width, height }: Size): Rectangle {
  const inside = {
    x1: Math.max(0, crop.x1),
    y1: Math.max(0, crop.y1),
    x2: Math.min(width, crop.x2),
    y2: Math.min(height, crop.y2),
  }
  if (inside.x1 < inside.x2 && inside.y1 < inside.y2) return inside
  throw new AppError(
    'bad-params',
    `The crop from ${crop.x1},${crop.y1} to ${crop.x2},${crop.y2} lies outside the picture of ${width}x${height}.`,
  )
}

function encode(picture: Sharp, format: ExportFormat, quality: number): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 6 })
  if (format === 'webp') return picture.webp({ quality, smartSubsample: true })
  return picture.jpeg({
    quality,
    chromaSubsampling: quality >= FULL_COLOR_QUALITY ? '4:4:4' : '4:2:0',
    optimiseCoding: true,
  })
}
