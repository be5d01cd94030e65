import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { swapsSides } from '../../base/formats/exif/orientations.ts'

/** A region in the form that libvips takes. */
export type Region = { left: number; top: number; width: number; height: number }

/**
 * Where a file with this EXIF orientation (1 to 8) stores the pixels of a rectangle of the upright photo; `size` is
 * that of the upright photo.
 */
export function storedRegion({ x1, y1, x2, y2 }: Rectangle, size: Size, orientation: number): Region {
  const isSwapped = swapsSides(orientation)
  const [across, down] = isSwapped ? [[y1, y2] as const, [x1, x2] as const] : [[x1, x2] as const, [y1, y2] as const]
  const { width, height } = isSwapped ? { width: size.height, height: size.width } : size
  const [left, right] = isMirroredAcross(orientation) ? [width - across[1], width - across[0]] : across
  const [top, bottom] = isMirroredDown(orientation) ? [height - down[1], height - down[0]] : down
  return { left, top, width: right - left, height: bottom - top }
}

/** Whether the first stored column is shown as the last one, or as the last row if sides are swapped. */
const isMirroredAcross = (orientation: number): boolean => [2, 3, 7, 8].includes(orientation)

/** Whether the first stored row is shown as the last one, or as the last column if sides are swapped. */
const isMirroredDown = (orientation: number): boolean => [3, 4, 6, 7].includes(orientation)
