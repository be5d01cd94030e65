import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPosition, size } from './any-position.ts'
import { moveBy, within, worldPx } from '../../../src-renderer/map/map-position.ts'
import { keyOf, overlap, placesOf, tilesInView, tilesToDraw, tileZoom } from '../../../src-renderer/map/tile-layout.ts'

test('the finest tiles cover the view without a gap or an overlap, at any zoom and on any screen', () => {
  fc.assert(
    fc.property(
      anyPosition,
      fc.constantFrom(1, 1.25, 2),
      fc.integer({ min: 2, max: 19 }),
      (position, ratio, maxZoom) => {
        const z = tileZoom(position, maxZoom)
        const drawn = tilesInView(position, size, maxZoom)
          .filter((tile) => tile.z === z)
          .flatMap((tile) => placesOf(tile, position, size, ratio))
        const covered = drawn.map(({ left, top, width, height }) => {
          const [right, bottom] = [Math.min(size.width, left + width), Math.min(size.height, top + height)]
          return Math.max(0, right - Math.max(0, left)) * Math.max(0, bottom - Math.max(0, top))
        })
        const area = covered.reduce((sum, one) => sum + one, 0)
        expect(Math.abs(area - size.width * size.height)).toBeLessThan(1500)
        expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length)
        for (const { left, top } of drawn) expect([left * ratio, top * ratio].every(Number.isInteger)).toBe(true)
      },
    ),
  )
})

test('every requested tile exists, and a view needs few', () => {
  fc.assert(
    fc.property(anyPosition, fc.integer({ min: 0, max: 19 }), (position, maxZoom) => {
      const tiles = tilesInView(position, size, maxZoom)
      for (const { z, x, y } of tiles) {
        expect(z).toBeLessThanOrEqual(maxZoom)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x, y)).toBeLessThan(2 ** z)
      }
      expect(new Set(tiles.map(keyOf)).size).toBe(tiles.length)
      expect(tiles.length).toBeLessThan(50)
    }),
  )
})

test("tiles are drawn near their own size, and enlarged beyond the server's highest zoom", () => {
  const position = within({ x: 0.53, y: 0.33, zoom: 7.5 }, size)
  expect(tileZoom(position, 19)).toBe(8)
  const [tile] = tilesInView(position, size, 19).slice(-1)
  expect(placesOf(tile!, position, size, 2)[0]!.width).toBeCloseTo(256 * 2 ** -0.5, 0)
  expect(tileZoom(position, 5)).toBe(5)
})

test('tiles are where the map shows their part of the world', () => {
  const position = within({ x: 0.5, y: 0.5, zoom: 3 }, size)
  expect(worldPx(position)).toBe(2048)
  expect(placesOf({ z: 3, x: 4, y: 4 }, position, size, 1)).toEqual([
    { z: 3, x: 4, y: 4, key: '3/4/4/0', left: 450, top: 300, width: 256, height: 256 },
  ])
})

test('beyond the date line, tiles of the other side follow', () => {
  const position = moveBy(within({ x: 0.99, y: 0.5, zoom: 4 }, size), size, 60, 0)
  const columns = new Set(
    tilesInView(position, size, 19)
      .filter(({ z }) => z === 4)
      .map(({ x }) => x),
  )
  expect([...columns].sort((a, b) => a - b)).toEqual([0, 1, 14, 15])
  const [last] = placesOf({ z: 4, x: 15, y: 8 }, position, size, 1)
  const [first] = placesOf({ z: 4, x: 0, y: 8 }, position, size, 1)
  expect(first!.left).toBe(last!.left + last!.width)
})

test('if the world is as wide as the map, a tile on its edge is drawn at both edges', () => {
  const position = within({ x: 0.45, y: 0.5, zoom: 0 }, { width: 900, height: 300 })
  const drawn = placesOf({ z: 1, x: 1, y: 0 }, position, { width: 900, height: 300 }, 1)
  expect(drawn.map(({ key }) => key)).toEqual(['1/1/0/0', '1/1/0/1'])
})

test('loaded tiles stay below missing ones, and are removed once these are loaded', () => {
  const needed = [
    { z: 2, x: 1, y: 1 },
    { z: 5, x: 10, y: 10 },
    { z: 5, x: 11, y: 10 },
  ]
  const coarser = { z: 4, x: 5, y: 5 }
  const finer = { z: 6, x: 22, y: 20 }
  const elsewhere = { z: 4, x: 0, y: 0 }
  const present = [coarser, finer, elsewhere, needed[1]!]
  expect(tilesToDraw(needed, present).map(keyOf)).toEqual(['2/1/1', '4/5/5', '5/10/10', '5/11/10', '6/22/20'])
  expect(tilesToDraw(needed, [...present, needed[2]!]).map(keyOf)).toEqual(['2/1/1', '5/10/10', '5/11/10'])
  expect(overlap(coarser, needed[1]!)).toBe(true)
  expect(overlap(elsewhere, needed[1]!)).toBe(false)
})
