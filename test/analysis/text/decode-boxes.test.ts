import { expect, test } from 'vitest'
import { decodeBoxes } from '../../../src-main/analysis/text/decode-boxes.ts'

/** A map with this probability wherever `inside` is true. */
const mapOf = (columns: number, rows: number, chance: number, inside: (x: number, y: number) => boolean) => ({
  columns,
  rows,
  values: Float32Array.from({ length: columns * rows }, (_, i) =>
    inside(i % columns, Math.floor(i / columns)) ? chance : 0,
  ),
})

test('an upright kernel gives the rectangle around it, widened on all sides', () => {
  const [box, ...others] = decodeBoxes(mapOf(100, 40, 0.9, (x, y) => x >= 20 && x < 80 && y >= 10 && y < 20))
  expect(others).toEqual([])
  const by = (60 * 10 * 1.6) / (2 * 70)
  const [a, , c] = box!.corners
  expect([a.x, a.y, c.x, c.y]).toEqual([20 - by, 10 - by, 80 + by, 20 + by].map((side) => expect.closeTo(side, 6)))
  expect(box!.score).toBeCloseTo(0.9)
})

test('a slanted kernel gives a rectangle of its angle', () => {
  const [right, down] = [
    { x: Math.cos(0.4), y: Math.sin(0.4) },
    { x: -Math.sin(0.4), y: Math.cos(0.4) },
  ]
  const map = mapOf(120, 120, 0.8, (x, y) => {
    const [dx, dy] = [x - 60, y - 60]
    return Math.abs(dx * right.x + dy * right.y) < 40 && Math.abs(dx * down.x + dy * down.y) < 5
  })
  const { corners, width, height } = decodeBoxes(map)[0]!
  const [a, b] = corners
  expect(Math.atan2(b.y - a.y, b.x - a.x)).toBeCloseTo(0.4, 1)
  expect(width / height).toBeGreaterThan(3)
})

test('noise, faint kernels and empty maps give nothing; the largest line comes first', () => {
  expect(decodeBoxes(mapOf(50, 50, 0.9, (x, y) => x === 20 && y === 20))).toEqual([])
  expect(decodeBoxes(mapOf(50, 50, 0.5, (x, y) => x > 5 && x < 40 && y > 10 && y < 20))).toEqual([])
  expect(decodeBoxes(mapOf(50, 50, 0.9, () => false))).toEqual([])
  const two = decodeBoxes(mapOf(100, 60, 0.9, (x, y) => (y >= 5 && y < 10 && x < 30) || (y >= 40 && y < 52 && x < 90)))
  expect(two.map(({ corners: [a] }) => a.y > 20)).toEqual([true, false])
})
