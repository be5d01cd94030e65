import { expect, test } from 'vitest'
import { orientRaster } from '../../../src-main/analysis/decode/orient-raster.ts'
import { storedRegion } from '../../../src-main/analysis/decode/stored-region.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

/** Every pixel has another colour. */
function numbered(width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) data.set([at, at, at], at * 3)
  return { width, height, data }
}

function cut({ width, data }: Raster, region: { left: number; top: number; width: number; height: number }): Raster {
  const out = new Uint8Array(region.width * region.height * 3)
  for (let y = 0; y < region.height; y++) {
    const from = ((region.top + y) * width + region.left) * 3
    out.set(data.subarray(from, from + region.width * 3), y * region.width * 3)
  }
  return { width: region.width, height: region.height, data: out }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a part of a photo with orientation %i is the same, cut before or after',
  (turn) => {
    const stored = numbered(12, 9)
    const upright = orientRaster(stored, turn)
    const wanted = { x1: 2, y1: 1, x2: 7, y2: 5 }
    const before = orientRaster(cut(stored, storedRegion(wanted, upright, turn)), turn)
    expect(before).toEqual(cut(upright, { left: 2, top: 1, width: 5, height: 4 }))
  },
)
