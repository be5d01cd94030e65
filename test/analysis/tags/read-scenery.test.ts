import { expect, test } from 'vitest'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'
import { readScenery } from '../../../src-main/analysis/tags/read-scenery.ts'

type Color = readonly [number, number, number]
const SIDE = 192

/** Bands from top to bottom, each with its share of the height, colour, and strength of a fine pattern. */
function bands(...parts: { to: number; color: Color; pattern?: number }[]): Raster {
  const data = new Uint8Array(3 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const { color, pattern = 0 } = parts.find(({ to }) => y < to * SIDE)!
      const step = ((x * 7 + y * 13) % 5) * (pattern / 4)
      color.forEach((value, k) => (data[3 * (y * SIDE + x) + k] = Math.min(255, value + step)))
    }
  return { width: SIDE, height: SIDE, data }
}
const blue: Color = [90, 140, 220]
const green: Color = [50, 110, 30]

test('an even blue from the upper edge down is sky, a backdrop that continues to the lower edge is not', () => {
  const { sky, blueSky, cloud } = readScenery(bands({ to: 0.5, color: blue }, { to: 1, color: green, pattern: 60 }))
  expect(sky).toBeCloseTo(0.5, 1)
  expect(blueSky).toBe(sky)
  expect(cloud).toBe(0)
  expect(readScenery(bands({ to: 1, color: blue })).sky).toBe(0)
})

test('pale parts of an uneven sky are clouds', () => {
  const sky = bands(
    { to: 0.2, color: blue },
    { to: 0.3, color: [120, 160, 220] },
    { to: 0.45, color: [200, 205, 210] },
    { to: 1, color: green, pattern: 60 },
  )
  const found = readScenery(sky)
  expect(found.cloud).toBeCloseTo(0, 1)
  const gentle = bands(
    { to: 0.15, color: [110, 150, 210] },
    { to: 0.25, color: [140, 165, 205] },
    { to: 0.45, color: [172, 180, 200] },
    { to: 1, color: green, pattern: 60 },
  )
  expect(readScenery(gentle).cloud).toBeGreaterThan(0.15)
})

test('a sky that only fades has no clouds, and what is green is no sky', () => {
  const fading = bands(
    ...Array.from({ length: 12 }, (_, k) => ({
      to: (k + 1) / 24,
      color: [150 + 6 * k, 160 + 6 * k, 170 + 6 * k] as Color,
    })),
    { to: 1, color: green, pattern: 60 },
  )
  expect(readScenery(fading)).toMatchObject({ sky: 0.5, cloud: 0 })
  expect(readScenery(bands({ to: 0.5, color: [150, 172, 145] }, { to: 1, color: green, pattern: 60 })).sky).toBe(0)
})

test('green above with texture are tree tops, green below is lawn', () => {
  const trees = readScenery(bands({ to: 1, color: green, pattern: 80 }))
  expect(trees.crowns).toBeCloseTo(1)
  expect(trees.lawn).toBeCloseTo(1)
  const field = readScenery(bands({ to: 0.5, color: blue }, { to: 1, color: green }))
  expect(field.crowns).toBe(0)
  expect(field.lawn).toBeCloseTo(1)
})

test('white below a sky is like snow, pale brown like sand', () => {
  const ground = (color: Color) => readScenery(bands({ to: 0.4, color: blue }, { to: 1, color }))
  expect(ground([235, 238, 245]).snow).toBeGreaterThan(0.8)
  expect(ground([235, 238, 245]).whiteGround).toBeGreaterThan(0.9)
  expect(ground([235, 238, 245]).sand).toBe(0)
  expect(ground([205, 180, 140]).sand).toBeCloseTo(1)
  expect(ground([205, 180, 140]).snow).toBe(0)
})

test('a picture too small to tell has nothing', () => {
  const tiny = { width: 20, height: 20, data: new Uint8Array(1200).fill(200) }
  expect(Object.values(readScenery(tiny)).every((share) => share === 0)).toBe(true)
})

test('a backdrop reaches the edge, in its colour and even; what is only above or patterned does not', () => {
  const { evenEdge, whiteEdge, blackEdge } = readScenery(bands({ to: 1, color: [250, 250, 250] }))
  expect([evenEdge, whiteEdge, blackEdge]).toEqual([1, 1, 0])
  expect(readScenery(bands({ to: 1, color: [12, 12, 12] }))).toMatchObject({ evenEdge: 1, whiteEdge: 0, blackEdge: 1 })
  expect(readScenery(bands({ to: 1, color: [230, 250, 190] })).whiteEdge).toBe(0)
  expect(readScenery(bands({ to: 1, color: [200, 200, 200], pattern: 80 })).evenEdge).toBe(0)
  expect(readScenery(bands({ to: 0.5, color: blue }, { to: 1, color: green, pattern: 60 })).evenEdge).toBeLessThan(0.6)
})
