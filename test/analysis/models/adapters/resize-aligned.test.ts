import { expect, test } from 'vitest'
import { resizeAligned } from '../../../../src-main/analysis/models/adapters/resize-aligned.ts'

const raster = (width: number, height: number, grey: (x: number, y: number) => number) => {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) data.fill(grey(i % width, Math.floor(i / width)), 3 * i, 3 * i + 3)
  return { width, height, data }
}

test('corners match corners, and pixels between are mixed in proportion', () => {
  const out = resizeAligned(
    raster(3, 2, (x, y) => 100 * y + 50 * x),
    5,
  )
  const grey = (x: number, y: number) => out[3 * (5 * y + x)]
  expect([grey(0, 0), grey(4, 0), grey(0, 4), grey(4, 4)]).toEqual([0, 100, 100, 200])
  expect([grey(1, 0), grey(2, 0), grey(0, 1), grey(2, 2)]).toEqual([25, 50, 25, 100])
})

test('shrinking takes single pixels and does not average', () => {
  const out = resizeAligned(
    raster(9, 9, (x) => (x % 2 === 0 ? 200 : 0)),
    5,
  )
  expect(new Set(out)).toEqual(new Set([200]))
})

test('a picture of one pixel fills the square', () => {
  expect(
    new Set(
      resizeAligned(
        raster(1, 1, () => 7),
        4,
      ),
    ),
  ).toEqual(new Set([7]))
})
