import { expect, test } from 'vitest'
import { measureExposure } from '../../../src-main/analysis/sharpness/measure-exposure.ts'
import { rasterOf } from './drawn-rasters.ts'

test('shares that are clipped, and the median brightness', () => {
  const raster = rasterOf(10, 10, (x) => (x < 2 ? 255 : x < 3 ? 0 : 102))
  expect(measureExposure(raster)).toEqual({ highlights: 0.2, shadows: 0.1, middle: 0.4 })
})

test('a single channel at its end is clipped, black in one channel is not', () => {
  const data = Uint8Array.from([255, 20, 20, 0, 0, 90])
  expect(measureExposure({ width: 2, height: 1, data })).toMatchObject({ highlights: 0.5, shadows: 0 })
})
