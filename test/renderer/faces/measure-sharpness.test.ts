import { expect, test } from 'vitest'
import { markOf, measureSharpness } from '../../../src-renderer/faces/measure-sharpness.ts'
import type { Pixels } from '../../../src-renderer/pictures/use-photo-pixels.ts'

const SIDE = 64
const draw = (value: (x: number, y: number) => number): Pixels => {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) data.set([value(x, y), value(x, y), value(x, y), 255], (y * SIDE + x) * 4)
  return { data, width: SIDE, height: SIDE }
}
/** Stripes whose edges are as wide as told, in pixels. */
const stripes = (edge: number) =>
  draw((x) => 128 + 100 * Math.max(-1, Math.min(1, (Math.sin((x / SIDE) * Math.PI * 8) * 8) / edge)))

test('the softer the edges, the lower the mark', () => {
  const marks = [1, 4, 12].map((edge) => markOf(measureSharpness(stripes(edge))))
  expect(marks).toEqual(marks.toSorted((a, b) => b - a))
  expect(new Set(marks).size).toBe(3)
})

test('an even area and an even slope have no sharpness', () => {
  expect(measureSharpness(draw(() => 90))).toBeCloseTo(0)
  expect(measureSharpness(draw((x) => x * 2))).toBeCloseTo(0)
  expect(markOf(0)).toBe(0)
})

test('the variance of the Laplacian of a single bright pixel is known', () => {
  const dot = draw((x, y) => (x === 20 && y === 20 ? 100 : 0))
  const inside = (SIDE - 2) ** 2
  // The pixel gives -400, its four neighbours 100 each, all others 0: their mean is 0.
  expect(measureSharpness(dot)).toBeCloseTo((400 ** 2 + 4 * 100 ** 2) / inside, 1)
})

test('a mark ends at 100', () => {
  expect(markOf(1e9)).toBe(100)
})
