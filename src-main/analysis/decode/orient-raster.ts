import { swapsSides } from '../../formats/exif/orientations.ts'
import type { Raster } from '../photo/photo.ts'

/**
 * Turns and mirrors pixels as the EXIF orientation (1 to 8) says, so that they are upright; 1 returns the same raster.
 */
export function orientRaster(raster: Raster, orientation: number): Raster {
  if (orientation < 2 || orientation > 8) return raster
  const { width: oldWidth, height: oldHeight, data: source } = raster
  const [width, height] = swapsSides(orientation) ? [oldHeight, oldWidth] : [oldWidth, oldHeight]
  const { start, alongX, alongY } = strides(orientation, oldWidth, oldHeight)
  const data = new Uint8Array(source.length)
  let to = 0
  for (let y = 0; y < height; y++) {
    let from = (start + y * alongY) * 3
    for (let x = 0; x < width; x++, from += alongX * 3) {
      data[to++] = source[from]!
      data[to++] = source[from + 1]!
      data[to++] = source[from + 2]!
    }
  }
  return { width, height, data }
}

/** Pixel steps through the stored raster while the upright one is filled row by row. */
function strides(
  orientation: number,
  width: number,
  height: number,
): { start: number; alongX: number; alongY: number } {
  const last = width * height - 1
  const bottomLeft = width * (height - 1)
  const table: Readonly<Record<number, readonly [number, number, number]>> = {
    2: [width - 1, -1, width],
    3: [last, -1, -width],
    4: [bottomLeft, 1, -width],
    5: [0, width, 1],
    6: [bottomLeft, -width, 1],
    7: [last, -width, -1],
    8: [width - 1, width, -1],
  }
  const [start, alongX, alongY] = table[orientation] ?? [0, 1, width]
  return { start, alongX, alongY }
}
