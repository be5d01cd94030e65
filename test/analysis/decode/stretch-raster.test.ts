import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitRaster } from '../../../src-main/analysis/decode/fit-raster.ts'
import { stretchRaster } from '../../../src-main/analysis/decode/stretch-raster.ts'

/** A picture of slow waves, different in each channel. */
function waves(width: number, height: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y, channel] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3]
    return 128 + 100 * Math.sin(x / (3 + channel)) * Math.cos(y / (5 - channel))
  })
  return { width, height, data }
}

describe('stretching a raster', () => {
  test.each([
    [40, 30, 40, 32],
    [30, 40, 32, 40],
    [30, 20, 64, 50],
  ])('%i x %i to %i x %i matches libvips, to one level', async (fromWidth, fromHeight, width, height) => {
    const raster = waves(fromWidth, fromHeight)
    const expected = await sharp(raster.data, { raw: { width: fromWidth, height: fromHeight, channels: 3 } })
      .resize(width, height, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer()
    const stretched = stretchRaster(raster, width, height)
    expect([stretched.width, stretched.height, stretched.data.length]).toEqual([width, height, width * height * 3])
    expect(Math.max(...stretched.data.map((value, i) => Math.abs(value - expected[i]!)))).toBeLessThanOrEqual(1)
  })

  test.each([
    [38, 26, 42],
    [20, 38, 42],
    [38, 29, 64],
    [30, 30, 30],
    [1, 50, 60],
  ])('%i x %i to fit inside %i matches libvips, to one level', async (fromWidth, fromHeight, side) => {
    const raster = waves(fromWidth, fromHeight)
    const expected = await sharp(raster.data, { raw: { width: fromWidth, height: fromHeight, channels: 3 } })
      .resize(side, side, { fit: 'inside', kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const fitted = await fitRaster(raster, { width: side, height: side, fit: 'inside' })
    expect([fitted.width, fitted.height]).toEqual([expected.info.width, expected.info.height])
    expect(Math.max(...fitted.data.map((value, i) => Math.abs(value - expected.data[i]!)))).toBeLessThanOrEqual(1)
  })

  test.each([
    [37, 20, 37, 41],
    [37, 20, 53, 41],
  ])(
    'the strongest levels stay, up to the last pixel of %i x %i at %i x %i',
    (fromWidth, fromHeight, width, height) => {
      const white = { width: fromWidth, height: fromHeight, data: new Uint8Array(fromWidth * fromHeight * 3).fill(255) }
      expect(new Set(stretchRaster(white, width, height).data)).toEqual(new Set([255]))
    },
  )

  test('a raster of that size stays unchanged', () => {
    const raster = waves(8, 6)
    expect(stretchRaster(raster, 8, 6)).toBe(raster)
  })
})
