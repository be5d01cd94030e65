import { expect, test } from 'vitest'
import { boundZoom, fitZoom, keepInside, nextStop, snap } from '../../../src-renderer/photo/zoom-geometry.ts'

const stage = { width: 800, height: 600 }

test('a photo fits the stage in its own shape, counted in screen pixels, and is never enlarged for that', () => {
  expect(fitZoom(stage, { width: 4000, height: 2000 }, 1)).toBe(0.2)
  expect(fitZoom(stage, { width: 1000, height: 2000 }, 1)).toBe(0.3)
  expect(fitZoom(stage, { width: 4000, height: 2000 }, 2)).toBe(0.4)
  expect(fitZoom(stage, { width: 100, height: 50 }, 1)).toBe(1)
})

test("a picture moves until its edge reaches the stage's, and not at all if it is smaller", () => {
  const picture = { width: 1000, height: 500 }
  expect(keepInside({ x: 500, y: 500 }, picture, stage)).toEqual({ x: 100, y: 0 })
  expect(keepInside({ x: -40, y: -1 }, picture, stage)).toEqual({ x: -40, y: -0 })
})

test('the keys stop at 1:1 and at the fitted size, whatever that is', () => {
  expect(nextStop(0.2, 0.2, 1)).toBe(0.25)
  expect(nextStop(0.9, 0.2, 1)).toBe(1)
  expect(nextStop(1, 0.2, 1)).toBe(1.5)
  expect(nextStop(8, 0.2, 1)).toBe(8)
  expect(nextStop(1.2, 0.2, -1)).toBe(1)
  expect(nextStop(0.22, 0.2, -1)).toBe(0.2)
  expect(nextStop(0.2, 0.2, -1)).toBe(0.2)
})

test('a zoom stays between the fitted size and 800 %, and nearly 1:1 becomes 1:1', () => {
  expect(boundZoom(0.1, 0.2)).toBe(0.2)
  expect(boundZoom(20, 0.2)).toBe(8)
  expect(boundZoom(1.002, 0.2)).toBe(1)
  expect(boundZoom(1.02, 0.2)).toBe(1.02)
})

test('edges are on screen pixels', () => {
  expect(snap(10.3, 1)).toBe(10)
  expect(snap(10.3, 2)).toBe(10.5)
})
