import { expect, test } from 'vitest'
import { isDrawn, placeIn, regionBetween } from '../../../src-renderer/photo/drawn-region.ts'

const box = { left: 100, top: 50, width: 400, height: 200 }

test('a rectangle drawn in any direction is a part of the photo, and ends at its edges', () => {
  const [from, to] = [placeIn(box, 300, 150), placeIn(box, 200, 999)]
  expect(regionBetween(from, to)).toEqual({ left: 0.25, top: 0.5, width: 0.25, height: 0.5 })
  expect(isDrawn(regionBetween(from, to))).toBe(true)
})

test('a click that moves a little draws nothing', () => {
  expect(isDrawn(regionBetween(placeIn(box, 300, 150), placeIn(box, 303, 190)))).toBe(false)
})
