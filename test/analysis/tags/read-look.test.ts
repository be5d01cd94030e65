import { describe, expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'
import { readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readLook } from '../../../src-main/analysis/tags/read-look.ts'
import { readScenery } from '../../../src-main/analysis/tags/read-scenery.ts'

const SIDE = 192
const noise = (x: number, y: number) => (x * 7919 + y * 104_729) % 61

/** A square thing in the middle of a ground, each with a colour for every pixel. */
function thingOn(
  ground: (x: number, y: number) => readonly number[],
  thing: (x: number, y: number) => readonly number[],
): Raster {
  const data = new Uint8Array(3 * SIDE * SIDE)
  const isMiddle = (at: number) => at > SIDE / 4 && at < (3 * SIDE) / 4
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) data.set((isMiddle(x) && isMiddle(y) ? thing : ground)(x, y), 3 * (y * SIDE + x))
  return { width: SIDE, height: SIDE, data }
}
const wood = (x: number, y: number) => [130 + noise(x, y), 80 + noise(y, x), 40]

type Known = Parameters<typeof readLook>[2]
const nowhere = { hasPerson: false, isIndoors: false, isTown: false, isOutdoors: false }

function chancesOf(pixels: Raster, { setting = null, person = 0 }: Partial<Known> = {}): Record<string, number> {
  const found = readLook(readPixels(pixels), readScenery(pixels), { setting, person })
  return Object.fromEntries(found.map(({ concept, chance }) => [concept, chance]))
}

test('a word that is not shown says how likely it is all the same', () => {
  const pixels = thingOn(() => [6, 6, 6], wood)
  const found = readLook(readPixels(pixels), readScenery(pixels), { setting: null, person: 0 })
  const black = found.find(({ concept }) => concept === 'black-background')!
  expect(black.chance).toBeLessThan(SHOWN_FROM)
  expect(black.likely).toBeGreaterThan(0.8)
  expect(found.find(({ concept }) => concept === 'white-background')).not.toHaveProperty('likely')
})

test('a thing on white paper has a white background, which is shown; what else may be said of it is not', () => {
  const found = chancesOf(thingOn(() => [252, 252, 252], wood))
  expect(found['white-background']).toBeCloseTo(0.95)
  const { 'white-background': _, ...others } = found
  for (const [concept, chance] of Object.entries(others)) expect(chance, concept).toBeLessThan(SHOWN_FROM)
  expect(found['plain-background']).toBeGreaterThan(0.3)
  expect(found['still-life']).toBeGreaterThan(0.3)
  expect(found['black-background']).toBeLessThan(0.05)
})

test('a thing before black is dark, its background is black and not white', () => {
  const found = chancesOf(thingOn(() => [6, 6, 6], wood))
  expect(found['black-background']).toBeGreaterThan(0.3)
  expect(found['low-key']).toBeGreaterThan(0.3)
  expect(found['white-background']).toBeLessThan(0.05)
  expect(found['high-key']).toBeLessThan(0.05)
})

test('a picture full of patterns has no plain background and is not a drawing', () => {
  const found = chancesOf(thingOn(wood, wood))
  expect(found['plain-background']).toBeLessThan(0.07)
  expect(found['illustration']).toBeLessThan(0.07)
})

test('a picture of a person is not a still life', () => {
  const portrait = thingOn(() => [252, 252, 252], wood)
  expect(chancesOf(portrait, { person: 0.99 })['still-life']).toBeLessThan(0.01)
})

describe('where a photo was taken', () => {
  const places = ['outdoors', 'interior', 'nature', 'landscape', 'city']
  const colorOf = (x: number, y: number) => (y < SIDE / 2 ? [90, 140, 220] : [50 + noise(x, y), 110 + noise(y, x), 30])
  const meadow = thingOn(colorOf, colorOf)
  const placesOf = (known: Partial<Known>) => Object.keys(chancesOf(meadow, known)).filter((id) => places.includes(id))

  test('is said by the pixels if no model says it', () => {
    expect(placesOf({})).toEqual([])
    const found = chancesOf(meadow, { setting: nowhere })
    expect(Object.keys(found)).toEqual(expect.arrayContaining(places))
    expect(found['outdoors']).toBeGreaterThan(found['interior']!)
  })

  test('is shown if the pixels and a thing of outside agree on it', () => {
    const hazeOver = (x: number, y: number) => colorOf(x, y).map((value) => value + (noise(x, y) % 9))
    const view = thingOn(hazeOver, hazeOver)
    const outside = { ...nowhere, isOutdoors: true }
    expect(chancesOf(view, { setting: outside })['outdoors']).toBeGreaterThan(SHOWN_FROM)
    expect(chancesOf(view, { setting: outside })['nature']).toBeLessThan(SHOWN_FROM)
    expect(chancesOf(thingOn(wood, wood), { setting: nowhere })['outdoors']).toBeLessThan(SHOWN_FROM)
  })

  test('follows the things of a room, or of outside', () => {
    expect(placesOf({ setting: { ...nowhere, isIndoors: true } })).toEqual(['interior'])
    expect(placesOf({ setting: { ...nowhere, isOutdoors: true } })).not.toContain('interior')
  })
})
