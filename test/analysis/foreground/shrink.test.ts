import { expect, test } from 'vitest'
import { shrinkRaster } from '../../../src-main/analysis/foreground/shrink.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

function noise(width: number, height: number): Raster {
  let state = width
  const data = Uint8Array.from({ length: 3 * width * height }, () => (state = (state * 16_807) % 2_147_483_647) >> 7)
  return { width, height, data }
}

/** The rounded mean of a channel in a block of pixels. */
function meanOf({ width, height, data }: Raster, block: number, column: number, row: number, channel: number): number {
  let [sum, count] = [0, 0]
  for (let y = row * block; y < Math.min(height, (row + 1) * block); y++)
    for (let x = column * block; x < Math.min(width, (column + 1) * block); x++, count++)
      sum += data[3 * (y * width + x) + channel]!
  return Math.floor(sum / count + 0.5)
}

test.each([
  { from: [640, 480], side: 96, block: 7 },
  { from: [640, 480], side: 160, block: 4 },
  { from: [33, 100], side: 50, block: 2 },
  { from: [3, 100], side: 20, block: 5 },
  { from: [101, 1], side: 5, block: 21 },
] as const)('$from at most $side: blocks of $block are averaged', ({ from: [width, height], side, block }) => {
  const raster = noise(width, height)
  const small = shrinkRaster(raster, side)
  expect([small.width, small.height]).toEqual([Math.ceil(width / block), Math.ceil(height / block)])
  const expected = small.data.map((_, i) => {
    const pixel = Math.floor(i / 3)
    return meanOf(raster, block, pixel % small.width, Math.floor(pixel / small.width), i % 3)
  })
  expect(Buffer.compare(small.data, expected)).toBe(0)
})

test('the strongest levels stay in blocks of many pixels', () => {
  const white = { width: 250, height: 250, data: new Uint8Array(3 * 250 * 250).fill(255) }
  expect(new Set(shrinkRaster(white, 1).data)).toEqual(new Set([255]))
})
