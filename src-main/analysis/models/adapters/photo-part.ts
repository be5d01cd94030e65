import { fitRaster } from '../../decode/fit-raster.ts'
import type { DecodedPhoto, Raster } from '../../photo/photo.ts'

/** A part of the decoded raster, in its pixels; `x2` and `y2` are exclusive. */
export type Part = { x1: number; y1: number; x2: number; y2: number }

/** The part as a separate photo, for models that should see it larger; resized copies are not cached. */
export function takePart(photo: DecodedPhoto, part: Part): DecodedPhoto {
  const pixels = cutRaster(photo.pixels, part)
  return { ...photo, width: pixels.width, height: pixels.height, pixels, fitted: (spec) => fitRaster(pixels, spec) }
}

function cutRaster({ width, data }: Raster, { x1, y1, x2, y2 }: Part): Raster {
  const columns = x2 - x1
  const out = new Uint8Array(3 * columns * (y2 - y1))
  for (let y = y1; y < y2; y++) {
    const from = 3 * (y * width + x1)
    out.set(data.subarray(from, from + 3 * columns), 3 * columns * (y - y1))
  }
  return { width: columns, height: y2 - y1, data: out }
}

/**
 * Four parts with the photo's ratio, one at each corner, that overlap in the middle; each covers `share` of both sides.
 */
export function cornersOf({ width, height }: Raster, share: number): Part[] {
  const columns = Math.max(1, Math.round(width * share))
  const rows = Math.max(1, Math.round(height * share))
  const lefts = [0, width - columns]
  const tops = [0, height - rows]
  return tops.flatMap((top) => lefts.map((left) => ({ x1: left, y1: top, x2: left + columns, y2: top + rows })))
}
