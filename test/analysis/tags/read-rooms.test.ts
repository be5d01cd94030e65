import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readRooms, roomConcepts } from '../../../src-main/analysis/tags/read-rooms.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const saw = (concept: string, chance = 0.95) => ({ concept, chance, origin: 'objects' as const })
const rooms = (things: string[], people = 0) =>
  readRooms(
    things.map((thing) => saw(thing)),
    people,
    false,
  )
    .filter(({ chance }) => chance >= SHOWN_FROM)
    .map(({ concept }) => concept)

test('two things of a kitchen make one, one alone does not', () => {
  expect(rooms(['oven', 'refrigerator'])).toEqual(['kitchen'])
  expect(rooms(['oven', 'sink'])).toEqual(['kitchen'])
  expect(rooms(['oven'])).toEqual([])
  expect(rooms(['sink'])).toEqual([])
})

test('a toilet, a bed and a couch reveal their room; a laptop does not', () => {
  expect(rooms(['toilet'])).toEqual(['bathroom'])
  expect(rooms(['bed'])).toEqual(['bedroom'])
  expect(rooms(['couch'])).toEqual(['living-room'])
  expect(rooms(['laptop'])).toEqual([])
  expect(rooms(['laptop', 'keyboard', 'computer-mouse'])).toEqual(['office'])
})

test('guests around a table are in a restaurant, a couple at home is not', () => {
  expect(rooms(['dining-table', 'wine-glass', 'plate-of-food'], 6)).toEqual(['restaurant'])
  expect(rooms(['dining-table', 'wine-glass', 'plate-of-food'], 2)).toEqual([])
  expect(rooms(['restaurant'])).toEqual(['restaurant'])
})

test('uncertain things count less, and outside there are no rooms', () => {
  const unsure = readRooms([saw('toilet', 0.5)], 0, false).find(({ concept }) => concept === 'bathroom')!
  expect(unsure.chance).toBeGreaterThan(0.25)
  expect(unsure.chance).toBeLessThan(SHOWN_FROM)
  expect(readRooms([saw('toilet')], 0, true)).toEqual([])
})

test('every room and thing is in the vocabulary', () => {
  const vocabulary = openVocabulary(join(import.meta.dirname, '../../../resources'))
  for (const room of roomConcepts) expect(vocabulary.concept(room).parents).toContain('interior')
})
