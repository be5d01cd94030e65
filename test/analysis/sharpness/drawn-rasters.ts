import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

/** A grey picture of any value for each pixel. */
export function rasterOf(width: number, height: number, valueAt: (x: number, y: number) => number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.fill(Math.round(valueAt(x, y)), (y * width + x) * 3, (y * width + x) * 3 + 3)
  return { width, height, data }
}

/** Stripes of 20 pixels in a picture of 200 by 160, whose edges are `edge` pixels wide (of a logistic curve). */
export const stripes = (edge: number, { low, high } = { low: 40, high: 210 }): Raster =>
  rasterOf(200, 160, (x) => {
    const along = x % 40
    const step = (at: number) => 1 / (1 + Math.exp(-(along - at) / edge))
    return low + (high - low) * (step(9.5) - step(29.5))
  })
