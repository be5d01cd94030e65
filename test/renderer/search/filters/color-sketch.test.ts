import { expect, test } from 'vitest'
import { BRUSH, ColorSketch } from '../../../../src-renderer/search/filters/color-sketch.ts'

const [BLUE, RED] = ['#2f63c4', '#d32f2f']
const left = { x: 0.2, y: 0.5 }
const right = { x: 0.8, y: 0.5 }

test("a colour's weight is its share of the sketch", () => {
  const sketch = new ColorSketch()
  sketch.paint(left, right, BLUE)
  // A bar with round ends, as high as the brush is wide; the sketch is 3 wide and 2 high.
  const expected = (0.6 * BRUSH + Math.PI * (BRUSH / 2) ** 2) * 1.5 * 100
  const [found] = sketch.colors()
  expect(found!.html).toBe(BLUE)
  expect(Math.abs(found!.percent - expected)).toBeLessThan(1)
})

test('covered paint no longer counts', () => {
  const sketch = new ColorSketch()
  sketch.paint(left, right, BLUE)
  const before = sketch.colors()[0]!.percent
  sketch.paint({ x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 }, RED)
  const [blue, red] = sketch.colors()
  expect(blue!.percent + red!.percent).toBeCloseTo(before, 1)
  sketch.paint(left, right, RED)
  expect(sketch.colors().map(({ html }) => html)).toEqual([RED])
})

test('nothing is painted beyond the edges; an empty sketch has no colours', () => {
  const sketch = new ColorSketch()
  sketch.paint({ x: -2, y: -2 }, { x: -1, y: -1 }, BLUE)
  expect(sketch.colors()).toEqual([])
  sketch.paint({ x: 0, y: 0 }, { x: 0, y: 0 }, BLUE)
  expect(sketch.colors()).toHaveLength(1)
  sketch.clear()
  expect(sketch.colors()).toEqual([])
})
