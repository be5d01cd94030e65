import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ciede2000 } from '../../../src-main/base/color/ciede2000.ts'
import { DifferenceBounds } from '../../../src-main/base/color/difference-bounds.ts'
import { rgbToLab } from '../../../src-main/base/color/lab.ts'
import { boxOf, NearColors } from '../../../src-main/base/color/near-colors.ts'
import { byNight } from '../../fixtures/night.ts'
import { seededRandom } from '../../fixtures/random.ts'

const level = fc.integer({ min: 0, max: 255 })
/** Any colour, and those where the formula jumps or its weights change most: greys and pure blues. */
const rgb = fc.oneof(
  fc.tuple(level, level, level),
  level.map((grey) => [grey, grey, grey] as [number, number, number]),
  level.map((blue) => [0, blue >> 3, blue] as [number, number, number]),
)
const side = fc.constantFrom(4, 8, 16, 32, 64)
const share = fc.double({ min: 0, max: 1, noNaN: true })

const cubeAround = ([r, g, b]: readonly number[], length: number) =>
  [r, g, b].map((each = 0) => each - (each % length)) as [number, number, number]

test('colours of a cube differ within its bounds', { tags: 'night' }, () => {
  fc.assert(
    fc.property(rgb, rgb, side, fc.array(fc.tuple(share, share, share)), (wanted, near, length, places) => {
      const cube = cubeAround(near, length)
      const bounds = new DifferenceBounds(rgbToLab(...wanted))
      bounds.judge(boxOf(...cube, length))
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [at & 1, (at >> 1) & 1, at >> 2])
      for (const place of [...corners, ...places]) {
        const [r, g, b] = cube.map((from, at) => from + Math.round(place[at]! * (length - 1)))
        const difference = ciede2000(rgbToLab(...wanted), rgbToLab(r!, g!, b!))
        expect(difference).toBeGreaterThanOrEqual(bounds.min)
        expect(difference).toBeLessThanOrEqual(bounds.max)
      }
    }),
    { numRuns: 5000 },
  )
})

test('every colour of a cube is in its box', () => {
  fc.assert(
    fc.property(rgb, side, fc.array(fc.tuple(share, share, share)), (near, length, places) => {
      const cube = cubeAround(near, length)
      const { low, high } = boxOf(...cube, length)
      for (const place of places) {
        const [r, g, b] = cube.map((from, at) => from + Math.round(place[at]! * (length - 1)))
        const lab = rgbToLab(r!, g!, b!)
        for (const [at, value] of lab.entries()) {
          expect(value).toBeGreaterThanOrEqual(low[at]! - 1e-9)
          expect(value).toBeLessThanOrEqual(high[at]! + 1e-9)
        }
      }
    }),
    { numRuns: byNight(500, 2000) },
  )
})

test.each([
  ['a blue', [0x30, 0x60, 0xa0], 15],
  ['a grey', [0x80, 0x80, 0x80], 8],
  ['black', [0, 0, 0], 20],
  ['white', [255, 255, 255], 5],
  ['a sand', [0xc0, 0xa0, 0x80], 40],
  ['a violet', [0x10, 0x10, 0xf0], 60],
  ['the very colour', [7, 8, 9], 0],
] as const)('%s is near exactly the colours within its distance', (_name, wanted, distance) => {
  const lab = rgbToLab(wanted[0], wanted[1], wanted[2])
  const near = new NearColors(lab, distance)
  const random = seededRandom(5)
  for (let turn = 0; turn < 120_000; turn++) {
    const color = turn === 0 ? (wanted[0] << 16) | (wanted[1] << 8) | wanted[2] : Math.floor(random() * 2 ** 24)
    const isWithin = ciede2000(lab, rgbToLab(color >> 16, (color >> 8) & 255, color & 255)) <= distance
    if (near.has(color) !== isWithin) expect.fail(`#${color.toString(16)} at ${distance}`)
    // The upper eight bits, which hold its share, must not matter.
    if (near.has((color | 0xff000000) >>> 0) !== isWithin) expect.fail('its share counts')
  }
})
