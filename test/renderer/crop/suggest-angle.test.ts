import { expect, test } from 'vitest'
import { suggestAngle } from '../../../src-renderer/crop/suggest-angle.ts'

/** Brightness of each pixel, with the same noise each time. */
function draw(brightnessAt: (x: number, y: number) => number) {
  const [width, height] = [320, 240]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  let seed = 7
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      data.fill(brightnessAt(x, y) + ((seed >> 8) % 17) - 8, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return { data, width, height }
}

/** A sea below a sky, with waves. */
const sea = (degrees: number) =>
  draw((x, y) => {
    const below = y - 110 - (x - 160) * Math.tan((degrees * Math.PI) / 180)
    return below < 0 ? 190 : 90 + 25 * Math.sin(below / 5 + Math.sin(x / 9) * 3)
  })

test.each([-6.5, -1, 0, 2.3, 8])('a horizon that is off by %d° is found', (degrees) => {
  expect(suggestAngle(sea(degrees))).toBeCloseTo(degrees, 0)
})

test('without a horizon, nothing is suggested', () => {
  expect(suggestAngle(draw(() => 120))).toBeNull()
  expect(suggestAngle(draw((x, y) => 120 + 90 * Math.sign(Math.sin(Math.hypot(x - 160, y - 120) / 9))))).toBeNull()
})
