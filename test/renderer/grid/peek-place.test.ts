import { expect, test } from 'vitest'
import { boxAround, pointUnder } from '../../../src-renderer/grid/peek-place.ts'

const box = { x: 100, y: 50, width: 200, height: 200 }

test("the point under the pointer is the photo's point there, if it fills its tile", () => {
  const photo = { width: 3000, height: 2000 } // 50 pixels of the tile are cut off on either side.
  expect(pointUnder({ x: 200, y: 150 }, box, photo, 'cover')).toEqual({ x: 0.5, y: 0.5 })
  expect(pointUnder({ x: 100, y: 50 }, box, photo, 'cover').x).toBeCloseTo(50 / 300)
  expect(pointUnder({ x: 300, y: 250 }, box, photo, 'cover')).toEqual({ x: expect.closeTo(250 / 300), y: 1 })
})

test('if all of it is shown, the margin beside it counts as its edge', () => {
  const photo = { width: 2000, height: 4000 } // 100 pixels wide in the middle of the box.
  expect(pointUnder({ x: 200, y: 100 }, box, photo, 'contain')).toEqual({ x: 0.5, y: 0.25 })
  expect(pointUnder({ x: 110, y: 100 }, box, photo, 'contain').x).toBe(0)
  expect(pointUnder({ x: 290, y: 100 }, box, photo, 'contain').x).toBe(1)
})

test('the box stays in the window', () => {
  const [size, window] = [
    { width: 560, height: 420 },
    { width: 900, height: 600 },
  ]
  expect(boxAround({ x: 450, y: 300 }, size, window)).toEqual({ x: 170, y: 90 })
  expect(boxAround({ x: 10, y: 590 }, size, window)).toEqual({ x: 0, y: 180 })
  expect(boxAround({ x: 5, y: 5 }, size, { width: 300, height: 300 })).toEqual({ x: 0, y: 0 })
})
