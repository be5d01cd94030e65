import type { Rectangle, Size } from '../../../contract/analysis/cropping.ts'
import { swapsSides, turnPoint } from './orientations.ts'

/** The size of a picture after it is turned. */
export const turnSize = (orientation: number, { width, height }: Size): Size =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height }

/** Maps a pixel position in a picture of `size` to the turned picture; whole numbers stay whole. */
export function turnPixel(
  orientation: number,
  { width, height }: Size,
  x: number,
  y: number,
): { x: number; y: number } {
  const [right, down] = turnPoint(orientation, 0, 0)
  const [across, along] = swapsSides(orientation) ? [y, x] : [x, y]
  const turned = turnSize(orientation, { width, height })
  return { x: right === 1 ? turned.width - across : across, y: down === 1 ? turned.height - along : along }
}

/** Maps a box in pixels of a picture of `size` to the turned picture. */
export function turnBox(orientation: number, size: Size, { x1, y1, x2, y2 }: Rectangle): Rectangle {
  const [a, b] = [turnPixel(orientation, size, x1, y1), turnPixel(orientation, size, x2, y2)]
  return { x1: Math.min(a.x, b.x), y1: Math.min(a.y, b.y), x2: Math.max(a.x, b.x), y2: Math.max(a.y, b.y) }
}
