import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPosition, size } from './any-position.ts'
import {
  boundsOf,
  fit,
  moveBy,
  pointOf,
  within,
  worldEdges,
  worldPx,
  zoomBy,
} from '../../../src-renderer/map/map-position.ts'

test('the world fills the map at any position', () => {
  fc.assert(
    fc.property(
      anyPosition,
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: -9, max: 9 }),
      (start, px, steps) => {
        const position = zoomBy(moveBy(start, size, px, -px), size, steps)
        expect(worldPx(position)).toBeGreaterThanOrEqual(size.width - 0.01)
        const edges = worldEdges(position, size)
        expect(Math.min(...edges)).toBeLessThanOrEqual(0.5)
        expect(Math.max(...edges) + worldPx(position)).toBeGreaterThanOrEqual(size.width - 0.5)
        expect(pointOf(position, size, 90, 0).y).toBeLessThanOrEqual(0.5)
        expect(pointOf(position, size, -90, 0).y).toBeGreaterThanOrEqual(size.height - 0.5)
      },
    ),
  )
})

test('the point under the pointer stays there while zooming', () => {
  const start = fit({ south: 40, west: 5, north: 55, east: 20 }, size)
  const before = pointOf(start, size, 48.2, 16.4)
  const after = pointOf(zoomBy(start, size, 2, before), size, 48.2, 16.4)
  expect(after.x).toBeCloseTo(before.x, 3)
  expect(after.y).toBeCloseTo(before.y, 3)
})

test('a fitted area is within the bounds, and a point is not shown closer than a town', () => {
  const area = { south: 48.1, west: 16.2, north: 48.3, east: 16.5 }
  const shown = boundsOf(fit(area, size), size)
  expect(shown.south).toBeLessThan(area.south)
  expect(shown.north).toBeGreaterThan(area.north)
  expect(shown.west).toBeLessThan(area.west)
  expect(shown.east).toBeGreaterThan(area.east)
  expect(fit({ south: 48, west: 16, north: 48, east: 16 }, size).zoom).toBe(13)
})

test('the world repeats at the date line, and points beyond it keep their place', () => {
  const fiji = { ...fit({ south: -18, west: 178, north: -17, east: 179.9 }, size), zoom: 6 }
  const there = pointOf(fiji, size, -17.5, 179)
  const beyond = pointOf(fiji, size, -17.5, -179)
  expect(beyond.x).toBeGreaterThan(there.x)
  expect(beyond.x - there.x).toBeCloseTo((worldPx(fiji) * 2) / 360, 3)
  const across = moveBy(fiji, size, 300, 0)
  expect(across.x).toBeLessThan(0.5)
  expect(pointOf(across, size, -17.5, 179).x).toBeCloseTo(there.x - 300, 3)
  const { west, east } = boundsOf(across, size)
  expect(west).toBeGreaterThan(east)
  expect(worldEdges(across, size)).toHaveLength(2)
})

test('an area across the date line is shown completely', () => {
  const shown = boundsOf(fit({ south: -20, west: 175, north: -10, east: -170 }, size), size)
  expect(shown.west).toBeGreaterThan(150)
  expect(shown.west).toBeLessThan(175)
  expect(shown.east).toBeGreaterThan(-170)
  expect(shown.east).toBeLessThan(-150)
})

test('if the complete world is shown, its bounds are those of the earth', () => {
  const world = within({ x: 0.9, y: 0.5, zoom: 0 }, size)
  expect(boundsOf(world, size)).toMatchObject({ west: -180, east: 180 })
})
