import type { Size } from '../analysis/cropping.ts'
import type { PictureSize } from './export-settings.ts'

/** The size of a whole photo in a file; `original` keeps the photo's size. */
export function sizeOfWhole({ width, height }: Size, size: PictureSize, keepsSmall: boolean): Size {
  if (size.by === 'original') return { width, height }
  const factor = factorOf({ width, height }, size)
  const used = keepsSmall ? Math.min(1, factor) : factor
  return { width: Math.max(1, Math.round(width * used)), height: Math.max(1, Math.round(height * used)) }
}

function factorOf({ width, height }: Size, size: Exclude<PictureSize, { by: 'original' }>): number {
  if (size.by === 'long-edge') return size.pixels / Math.max(width, height)
  if (size.by === 'short-edge') return size.pixels / Math.min(width, height)
  return Math.sqrt((size.megapixels * 1e6) / (width * height))
}

/**
 * The size of a crop in a file: the requested size, or with `keepsSmall` at most as much of it as the crop has pixels
 * for.
 */
export function sizeOfCrop(pixels: Size, asked: Size, keepsSmall: boolean): Size {
  const factor = keepsSmall ? Math.min(1, pixels.width / asked.width, pixels.height / asked.height) : 1
  return {
    width: Math.max(1, Math.round(asked.width * factor)),
    height: Math.max(1, Math.round(asked.height * factor)),
  }
}
