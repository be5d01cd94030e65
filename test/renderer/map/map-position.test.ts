import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, fit, moveBy, pointOf, within, worldPx, zoomBy } from '../../../src-renderer/map/map-position.ts'

const size = { width: 900, height: 600 }
const anyPosition = fc
  .record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    zoom: fc.double({ min: 0, max: 18, noNaN: true }),
  })
  .map((position) => within(position, size))

test('the world fills the map, wherever one goes', () => {
  fc.assert(
    fc.property(
      anyPosition,
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: -9, max: 9 }),
      (start, px, steps) => {
        const position = zoomBy(moveBy(start, size, px, -px), size, steps)
        expect(worldPx(position)).toBeGreaterThanOrEqual(size.width - 0.01)
        const upper = pointOf(position, size, 90, -180)
        const lower = pointOf(position, size, -90, 180)
        expect(Math.max(upper.x, upper.y)).toBeLessThanOrEqual(0.5)
        expect(lower.x).toBeGreaterThanOrEqual(size.width - 0.5)
        expect(lower.y).toBeGreaterThanOrEqual(size.height - 0.5)
      },
    ),
  )
})

test('what lies under the pointer stays there while one zooms', () => {
  const start = fit({ south: 40, west: 5, north: 55, east: 20 }, size)
  const before = pointOf(start, size, 48.2, 16.4)
  const after = pointOf(zoomBy(start, size, 2, before), size, 48.2, 16.4)
  expect(after.x).toBeCloseTo(before.x, 3)
  expect(after.y).toBeCloseTo(before.y, 3)
})

test('an area that is fitted is within the bounds, and a point is not shown nearer than a town', () => {
  const area = { south: 48.1, west: 16.2, north: 48.3, east: 16.5 }
  const shown = boundsOf(fit(area, size), size)
  expect(shown.south).toBeLessThan(area.south)
  expect(shown.north).toBeGreaterThan(area.north)
  expect(shown.west).toBeLessThan(area.west)
  expect(shown.east).toBeGreaterThan(area.east)
  expect(fit({ south: 48, west: 16, north: 48, east: 16 }, size).zoom).toBe(13)
})
