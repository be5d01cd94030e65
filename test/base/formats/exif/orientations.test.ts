import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compose,
  inverse,
  orientationOf,
  orientations,
  swapsSides,
  turnArea,
  turnPoint,
} from '../../../../src-main/base/formats/exif/orientations.ts'
import { turnBox, turnPixel, turnSize } from '../../../../src-main/base/formats/exif/turn-box.ts'

const turns = fc.constantFrom(...orientations)
const sizes = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
const share = fc.integer({ min: 0, max: 1024 }).map((value) => value / 1024)

test('four turns to the right cancel out, and so do four to the left', () => {
  fc.assert(
    fc.property(turns, fc.constantFrom(6, 8), (from, turn) => {
      const four = [turn, turn, turn, turn].reduce<number>((orientation, each) => compose(orientation, each), from)
      expect(four).toBe(from)
    }),
  )
})

test('a turn and its opposite cancel out, in either order', () => {
  for (const turn of orientations) {
    expect(compose(turn, inverse(turn))).toBe(1)
    expect(compose(inverse(turn), turn)).toBe(1)
  }
  expect(inverse(6)).toBe(8)
})

test('consecutive turns equal their composition', () => {
  fc.assert(
    fc.property(turns, turns, turns, share, share, (a, b, c, x, y) => {
      expect(turnPoint(compose(a, b), x, y)).toEqual(turnPoint(b, ...turnPoint(a, x, y)))
      expect(compose(compose(a, b), c)).toBe(compose(a, compose(b, c)))
    }),
  )
})

test('a box turned and turned back is in its old place', () => {
  const corner = fc.integer({ min: 0, max: 9000 })
  fc.assert(
    fc.property(turns, sizes, fc.tuple(corner, corner, corner, corner), (turn, size, [a, b, c, d]) => {
      const box = { x1: Math.min(a, c), y1: Math.min(b, d), x2: Math.max(a, c), y2: Math.max(b, d) }
      const turned = turnBox(turn, size, box)
      expect(turnBox(inverse(turn), turnSize(turn, size), turned)).toEqual(box)
      expect((turned.x2 - turned.x1) * (turned.y2 - turned.y1)).toBe((box.x2 - box.x1) * (box.y2 - box.y1))
    }),
  )
})

test('areas in shares and boxes in pixels agree', () => {
  fc.assert(
    fc.property(turns, share, share, (turn, x, y) => {
      const size = { width: 1024, height: 2048 }
      const turned = turnSize(turn, size)
      const area = turnArea(turn, { x, y, width: 0, height: 0 })
      const pixel = turnPixel(turn, size, x * size.width, y * size.height)
      expect([area.x * turned.width, area.y * turned.height]).toEqual([pixel.x, pixel.y])
    }),
  )
})

test('an invalid orientation leaves a picture unchanged', () => {
  expect([0, 9, 1.5, null, '6'].map(orientationOf)).toEqual([1, 1, 1, 1, 1])
  expect(orientations.filter(swapsSides)).toEqual([5, 6, 7, 8])
})
