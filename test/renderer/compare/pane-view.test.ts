import { expect, test } from 'vitest'
import { fitScale, panBy, placeIn, wholePhoto, zoomBy } from '../../../src-renderer/compare/pane-view.ts'

const photo = { width: 6000, height: 4000 }
const pane = { width: 600, height: 500 }

test('a complete photo is centred, and a small one is not enlarged', () => {
  expect(placeIn(wholePhoto, photo, pane)).toEqual({ width: 600, height: 400, left: 0, top: 50 })
  expect(fitScale({ width: 300, height: 200 }, pane)).toBe(1)
})

test('the point under the pointer stays in place while zooming', () => {
  const at = { x: 450, y: 150 }
  const shareAt = (view: typeof wholePhoto) => {
    const { left, top, width, height } = placeIn(view, photo, pane)
    return [(at.x - left) / width, (at.y - top) / height]
  }
  const zoomed = zoomBy(wholePhoto, 10, at, photo, pane)
  expect(zoomed.scale).toBeCloseTo(1)
  expect(shareAt(zoomed)[0]).toBeCloseTo(shareAt(wholePhoto)[0]!)
  expect(shareAt(zoomed)[1]).toBeCloseTo(shareAt(wholePhoto)[1]!)
  expect(zoomBy(zoomed, 0.01, at, photo, pane)).toEqual(wholePhoto)
})

test("panning ends at the photo's edge", () => {
  const zoomed = zoomBy(wholePhoto, 10, { x: 300, y: 250 }, photo, pane)
  const moved = panBy(zoomed, 1e6, 1e6, photo, pane)
  expect(placeIn(moved, photo, pane)).toMatchObject({ left: 0, top: 0 })
  const back = panBy(moved, -100, 0, photo, pane)
  expect(placeIn(back, photo, pane).left).toBeCloseTo(-100)
  expect(panBy(wholePhoto, 50, 50, photo, pane)).toBe(wholePhoto)
})

test('one view shows the same place in photos of other shapes', () => {
  const view = { scale: 1, x: 0.25, y: 0.5 }
  const upright = { width: 4000, height: 6000 }
  const { left, width } = placeIn(view, upright, pane)
  expect((pane.width / 2 - left) / width).toBeCloseTo(0.25)
})
