import { swapsSides } from '../../base/formats/exif/orientations.ts'
import type { Luma, Raster } from '../photo/photo.ts'

/** Rotates and mirrors pixels by the EXIF orientation (1 to 8), so that they are upright; 1 returns the same raster. */
export function orientRaster(raster: Raster, orientation: number): Raster {
  if (orientation < 2 || orientation > 8) return raster
  const { data: source } = raster
  const { width, height, start, alongX, alongY } = turn(raster, orientation)
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

/** The same for brightness. */
export function orientLuma(luma: Luma, orientation: number): Luma {
  if (orientation < 2 || orientation > 8) return luma
  const { width, height, start, alongX, alongY } = turn(luma, orientation)
  const levels = new Int16Array(luma.levels.length)
  let to = 0
  for (let y = 0; y < height; y++)
    for (let x = 0, from = start + y * alongY; x < width; x++, from += alongX) levels[to++] = luma.levels[from]!
  return { width, height, levels }
}

/** The upright size, and the steps through the stored pixels. */
function turn({ width, height }: { width: number; height: number }, orientation: number) {
  const size = swapsSides(orientation) ? { width: height, height: width } : { width, height }
  return { ...size, ...strides(orientation, width, height) }
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
