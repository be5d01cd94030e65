import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

/** A grey picture with a value for each pixel. */
export function rasterOf(width: number, height: number, valueAt: (x: number, y: number) => number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.fill(Math.round(valueAt(x, y)), (y * width + x) * 3, (y * width + x) * 3 + 3)
  return { width, height, data }
}

/** One grey level of noise, the same in each picture. */
const noiseAt = (x: number, y: number): number => (((x * 7919 + y * 104_729 + x * y * 31) % 7) - 3) / 2

/**
 * Stripes of 20 pixels in a picture of 200 by 160, with edges `edge` pixels wide (of a logistic curve). On request with
 * a camera's noise.
 */
export const stripes = (edge: number, { low = 40, high = 210, isNoisy = false } = {}): Raster =>
  rasterOf(200, 160, (x, y) => {
    const along = x % 40
    const step = (at: number) => 1 / (1 + Math.exp(-(along - at) / edge))
    return low + (high - low) * (step(9.5) - step(29.5)) + (isNoisy ? noiseAt(x, y) : 0)
  })

/** Sharp discs and bars, most of them horizontal, with noise: as much in one direction as in photos. */
export const scene = rasterOf(200, 160, (x, y) => {
  const disc = (x % 50) ** 2 + ((y % 40) - 20) ** 2 < 60
  const bar = y % 20 < 9 && x % 90 < 80
  return (disc ? 210 : bar ? 60 : 120) + noiseAt(x, y)
})
