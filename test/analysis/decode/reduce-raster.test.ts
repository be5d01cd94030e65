import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fitRaster } from '../../../src-main/analysis/decode/fit-raster.ts'
import { reduceRaster } from '../../../src-main/analysis/decode/reduce-raster.ts'

/** A picture of noise, in which each pixel that is read shows. */
function noise(width: number, height: number) {
  let state = 1
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 16_807) % 2_147_483_647
    return state >> 7
  })
  return { width, height, data }
}

const byLibvips = (raster: ReturnType<typeof noise>, width: number, height: number, fit: 'fill' | 'inside' | 'cover') =>
  sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .resize(width, height, { fit, kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })

describe('making a raster smaller', () => {
  test.each([
    { name: 'both sides', from: [640, 480], to: [320, 240] },
    { name: 'columns alone', from: [640, 480], to: [512, 480] },
    { name: 'rows alone', from: [64, 480], to: [64, 200] },
    { name: 'by nearly four', from: [131, 97], to: [35, 26] },
    { name: 'by hardly anything', from: [131, 97], to: [130, 96] },
    { name: 'places between two weights', from: [64, 427], to: [32, 192] },
  ] as const)('$name gives the pixels of libvips', async ({ from: [fromWidth, fromHeight], to: [width, height] }) => {
    const raster = noise(fromWidth, fromHeight)
    const { data } = await byLibvips(raster, width, height, 'fill')
    const reduced = reduceRaster(raster, width, height)!
    expect([reduced.width, reduced.height]).toEqual([width, height])
    expect(Buffer.compare(reduced.data, data)).toBe(0)
  })

  test.each([
    [640, 427, 256],
    [301, 480, 200],
    [97, 40, 50],
    [607, 61, 154],
    [24, 606, 162],
  ])('%i x %i to fit inside %i gives the pixels of libvips', async (fromWidth, fromHeight, side) => {
    const raster = noise(fromWidth, fromHeight)
    const { data, info } = await byLibvips(raster, side, side, 'inside')
    const fitted = await fitRaster(raster, { width: side, height: side, fit: 'inside' })
    expect([fitted.width, fitted.height]).toEqual([info.width, info.height])
    expect(Buffer.compare(fitted.data, data)).toBe(0)
  })

  test.each([
    [301, 480, 64, 64],
    [640, 427, 256, 256],
    [97, 80, 80, 80],
    [120, 40, 30, 50],
  ])('%i x %i to cover %i x %i gives the pixels of libvips', async (fromWidth, fromHeight, width, height) => {
    const raster = noise(fromWidth, fromHeight)
    const { data } = await byLibvips(raster, width, height, 'cover')
    const fitted = await fitRaster(raster, { width, height, fit: 'cover' })
    expect([fitted.width, fitted.height]).toEqual([width, height])
    expect(Buffer.compare(fitted.data, data)).toBe(0)
  })

  test('a raster of that size stays unchanged', () => {
    const raster = noise(80, 60)
    expect(reduceRaster(raster, 80, 60)).toBe(raster)
  })

  test.each([
    { name: 'four times smaller or more', from: [160, 120], to: [40, 30] },
    { name: 'with few pixels', from: [15, 90], to: [10, 60] },
    { name: 'enlarged along a side', from: [90, 60], to: [60, 90] },
  ] as const)('what is $name is left to libvips', ({ from: [fromWidth, fromHeight], to: [width, height] }) => {
    expect(reduceRaster(noise(fromWidth, fromHeight), width, height)).toBeNull()
  })
})
