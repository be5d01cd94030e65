import type { Sharp } from 'sharp'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import { exifOf, xmpOf, type Credits } from './credits.ts'
import type { OpenPicture } from './open-picture.ts'

export type EncodedCrop = { crop: Rectangle; size: Size; format: ExportFormat; quality: number; credits: Credits }

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
  const { crop, size, format, quality, credits } = order
  const inside = clip(crop, picture)
  const [width, height] = [inside.x2 - inside.x1, inside.y2 - inside.y1]
  const isOwnRatio =
    Math.abs((width * size.height) / (height * size.width) - 1) > Math.max(RATIO_TOLERANCE, 1 / Math.min(width, height))
  const resized = picture
    .pipeline()
    .extract({ left: inside.x1, top: inside.y1, width, height })
    .resize(size.width, size.height, { fit: isOwnRatio ? 'cover' : 'fill', kernel: 'lanczos3' })
  const flat = format === 'jpeg' && picture.hasAlpha ? resized.flatten({ background: '#ffffff' }) : resized
  const profiled = flat.withIccProfile('srgb').withExif(exifOf(credits))
  const xmp = xmpOf(credits)
  return encode(xmp ? profiled.withXmp(xmp) : profiled, format, quality).toBuffer()
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
