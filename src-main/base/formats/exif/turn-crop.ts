import type { Size } from '../../../contract/analysis/cropping.ts'
import { type CropFrame, cropOfFrame, frameOfCrop, type PhotoCrop } from '../../../contract/library/photo-crop.ts'
import { swapsSides } from './orientations.ts'
import { turnPixel, turnSize } from './turn-box.ts'

/** Orientations that also mirror. */
const mirrored: ReadonlySet<number> = new Set([2, 4, 5, 7])

/** A frame on a picture of `size`, on the turned picture. */
export function turnFrame(orientation: number, size: Size, { x, y, width, height, angle }: CropFrame): CropFrame {
  const middle = turnPixel(orientation, size, x, y)
  const sides = swapsSides(orientation) ? { width: height, height: width } : { width, height }
  return { ...middle, ...sides, angle: mirrored.has(orientation) ? -angle : angle }
}

/** A crop of a picture of `size`, on the turned picture; null if it has no area. */
export function turnCrop(orientation: number, size: Size, crop: PhotoCrop): PhotoCrop | null {
  const frame = frameOfCrop(crop, size)
  return frame && cropOfFrame(turnFrame(orientation, size, frame), turnSize(orientation, size))
}
