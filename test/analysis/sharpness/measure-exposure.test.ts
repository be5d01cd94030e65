import { expect, test } from 'vitest'
import { clippedShare, measureExposure } from '../../../src-main/analysis/sharpness/measure-exposure.ts'
import { rasterOf } from './drawn-rasters.ts'

test('clipped shares, and the median brightness', () => {
  const raster = rasterOf(10, 10, (x) => (x < 2 ? 255 : x < 3 ? 0 : 102))
  expect(measureExposure(raster)).toEqual({ highlights: 0.2, shadows: 0.1, middle: 0.4 })
})

test('a single channel at its end is clipped, black in one channel is not', () => {
  const data = Uint8Array.from([255, 20, 20, 0, 0, 90])
  expect(measureExposure({ width: 2, height: 1, data })).toMatchObject({ highlights: 0.5, shadows: 0 })
})

test('the clipped share of a face is that within its oval, at the edge of a picture that of its visible part', () => {
  const raster = rasterOf(20, 20, (x, y) => (x < 10 ? 255 : y < 10 ? 0 : 102))
  const shareOf = (x1: number, y1: number, x2: number, y2: number) => clippedShare(raster, { x1, y1, x2, y2 })
  expect([shareOf(0, 0, 20, 20), shareOf(10, 10, 20, 20), shareOf(-10, 0, 10, 10)]).toEqual([0.75, 0, 1])
  const cornersLit = rasterOf(20, 20, (x, y) => (Math.min(x, 19 - x) + Math.min(y, 19 - y) < 4 ? 255 : 102))
  expect(clippedShare(cornersLit, { x1: 0, y1: 0, x2: 20, y2: 20 })).toBe(0)
})
