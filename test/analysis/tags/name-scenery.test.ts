import { expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { nameScenery, type SceneryContext } from '../../../src-main/analysis/tags/name-scenery.ts'

const nothing = {
  sky: 0,
  blueSky: 0,
  cloud: 0,
  crowns: 0,
  lawn: 0,
  snow: 0,
  whiteGround: 0,
  sand: 0,
  evenEdge: 0,
  whiteEdge: 0,
  blackEdge: 0,
}
const setting = { hasPerson: false, isIndoors: false, isTown: false, isOutdoors: false }
const unknown: SceneryContext = { setting, outdoors: 0.5, tree: null, water: null, scenes: {}, flat: 0, things: [] }
const words = (scenery: Partial<typeof nothing>, context: Partial<SceneryContext> = {}) =>
  nameScenery({ ...nothing, ...scenery }, { ...unknown, ...context })
    .filter(({ chance }) => chance >= SHOWN_FROM)
    .map(({ concept }) => concept)

test('the head decides between outside and inside, and inside only among things of a room', () => {
  expect(words({}, { outdoors: 0.9 })).toEqual(['outdoors'])
  const room = { outdoors: 0.05, setting: { ...setting, isIndoors: true } }
  expect(words({}, room)).toEqual(['interior'])
  expect(words({}, { ...room, flat: 0.6 })).toEqual([])
  expect(words({}, { ...unknown, outdoors: 0.05 })).toEqual([])
})

test('a sign of outdoors, and a sky, make what the head doubts more certain; a cut-out less', () => {
  const doubtful = { outdoors: 0.55 }
  expect(words({}, doubtful)).not.toContain('outdoors')
  expect(words({}, { ...doubtful, setting: { ...setting, isOutdoors: true } })).toContain('outdoors')
  expect(words({ sky: 0.2 }, doubtful)).toContain('outdoors')
  expect(words({ evenEdge: 0.9 }, { outdoors: 0.75 })).not.toContain('outdoors')
})

test('a single thing before a backdrop is in no room; two things, or somebody, are', () => {
  const room = { outdoors: 0.05, setting: { ...setting, isIndoors: true } }
  const saw = (concept: string) => ({ concept, chance: 0.95, origin: 'objects' as const })
  const shop = { evenEdge: 0.6 }
  expect(words(shop, { ...room, things: [saw('chair')] })).toEqual([])
  expect(words(shop, { ...room, things: [saw('chair'), saw('vase')] })).toEqual(['interior'])
  expect(words(shop, { ...room, things: [saw('person')] })).toEqual(['interior'])
  expect(words({ evenEdge: 0.6, blackEdge: 0.6 }, { ...room, things: [saw('chair')] })).toEqual(['interior'])
})

test('the head knows trees by more than green, and green is no tree to it', () => {
  expect(words({}, { outdoors: 0.97, tree: 0.9 })).toContain('tree')
  expect(words({ crowns: 1 }, { outdoors: 0.97, tree: 0.2 })).not.toContain('tree')
  expect(words({ crowns: 1 }, { outdoors: 0.97, tree: null })).toContain('tree')
})

test('trees and grass are no nature in a town', () => {
  const greens = (isTown: boolean) =>
    nameScenery({ ...nothing, lawn: 1 }, { ...unknown, setting: { ...setting, isTown }, tree: 0.9 }).filter(
      ({ concept }) => concept === 'tree' || concept === 'grass',
    )
  expect(greens(true).map(({ isNo }) => isNo)).toEqual(['nature', 'nature'])
  expect(greens(false).map(({ isNo }) => isNo)).toEqual([undefined, undefined])
})

test('green in a street, and green water that fills the picture, is no grass, but the street has a plant', () => {
  const lawn = { outdoors: 0.98, scenes: {} }
  expect(words({ lawn: 1 }, lawn)).toEqual(expect.arrayContaining(['grass', 'plant']))
  const street = words({ lawn: 1, crowns: 0.2 }, { ...lawn, scenes: { street: 0.9 } })
  expect(street).toContain('plant')
  expect(street).not.toContain('grass')
  expect(words({ lawn: 1, evenEdge: 0.9 }, { ...lawn, water: 0.95 })).not.toContain('grass')
  expect(words({ lawn: 1, evenEdge: 0.1 }, { ...lawn, water: 0.6 })).toContain('grass')
})

test('a person certainly not outside is inside, even without furniture', () => {
  const someone = { outdoors: 0.05, things: [{ concept: 'person', chance: 0.95, origin: 'objects' as const }] }
  expect(words({}, someone)).toEqual(['interior'])
  expect(words({}, { ...someone, flat: 0.6 })).toEqual([])
  expect(words({}, { ...someone, outdoors: 0.15 })).toEqual([])
})

test('uncertain ones that are not shown keep a smaller probability, in the same order', () => {
  const chanceAt = (crowns: number) =>
    nameScenery({ ...nothing, crowns }, { ...unknown, outdoors: 0.9 }).find(({ concept }) => concept === 'tree')!.chance
  expect(chanceAt(0.3)).toBeGreaterThan(0.07)
  expect(chanceAt(0.3)).toBeLessThan(SHOWN_FROM)
  expect(chanceAt(0.2)).toBeLessThan(chanceAt(0.3))
  expect(chanceAt(1)).toBeGreaterThan(SHOWN_FROM)
})

test('without the head no setting is given', () => {
  expect(words({ sky: 0.1, blueSky: 0.1 }, { outdoors: null, setting: { ...setting, isIndoors: true } })).toEqual([])
})

test('the same blue is sky outside, and none inside', () => {
  const blue = { sky: 0.4, blueSky: 0.4 }
  expect(words(blue, { outdoors: 0.98, scenes: { sea: 0.5 } })).toContain('sky')
  expect(words(blue, { outdoors: 0.02 })).not.toContain('sky')
  expect(words({ ...blue, cloud: 0.4 }, { outdoors: 0.98, scenes: { sea: 0.9 } })).toContain('cloud')
})

test('green and white are named by their place and the scene', () => {
  expect(words({ crowns: 0.8 }, { outdoors: 0.98, scenes: { forest: 0.9 } })).toContain('tree')
  expect(words({ lawn: 1 }, { outdoors: 0.98 })).toContain('grass')
  expect(words({ snow: 0.6 }, { outdoors: 0.98, scenes: { glacier: 0.8 } })).toContain('snow')
  const skis = [{ concept: 'skis', chance: 0.95, origin: 'objects' as const }]
  expect(words({ snow: 0.6 }, { outdoors: 0.6, things: skis })).toContain('snow')
  expect(words({ snow: 0.6 }, { outdoors: 0.1 })).not.toContain('snow')
})

test('a white ground below what may be mountains is snow, outside only, and white clouds above are not', () => {
  const slopes = { outdoors: 0.9, scenes: { glacier: 0.2, mountain: 0.1 } }
  expect(words({ snow: 0.5, whiteGround: 0.5 }, slopes)).toContain('snow')
  expect(words({ snow: 0.5, whiteGround: 0.1 }, slopes)).not.toContain('snow')
  expect(words({ snow: 0.5, whiteGround: 0.5 }, { ...slopes, outdoors: 0.3 })).not.toContain('snow')
  expect(words({ snow: 0.5, whiteGround: 0.5 }, { outdoors: 0.9, scenes: { sea: 0.8 } })).not.toContain('snow')
})

test('sand beside the sea is a beach; houses below a wide sky are a skyline', () => {
  expect(words({ sand: 0.5 }, { outdoors: 0.9, scenes: { sea: 0.9 } })).toEqual(
    expect.arrayContaining(['beach', 'sand']),
  )
  expect(words({ sand: 0.5 }, { outdoors: 0.9 })).not.toContain('beach')
  expect(words({ sand: 0.5 }, { outdoors: 0.9, scenes: { sea: 0.45 } })).not.toContain('beach')
  const town = { outdoors: 0.95, scenes: { buildings: 0.95 } }
  expect(words({ sky: 0.4 }, town)).toEqual(expect.arrayContaining(['city', 'skyline']))
  expect(words({}, town)).not.toContain('skyline')
})
