import { expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readWater } from '../../../src-main/analysis/tags/read-water.ts'
import { openWaterHead } from '../../../src-main/analysis/tags/scene-head.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const boat = (chance: number) => [{ concept: 'boat', chance, origin: 'objects' as const }]
const chanceOf = (score: number | null, things = boat(0)) => readWater(score, things)[0]!.chance

test('the head is sure of water, or a boat lies in it', () => {
  expect(chanceOf(0.9)).toBeGreaterThan(SHOWN_FROM)
  expect(chanceOf(0.1, boat(0.9))).toBeGreaterThan(SHOWN_FROM)
  expect(chanceOf(0.1, boat(0.75))).toBeLessThan(SHOWN_FROM)
})

test('less is kept in the same order and not shown; without the head a boat alone counts', () => {
  expect(chanceOf(0.7)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(0.7)).toBeGreaterThan(chanceOf(0.3))
  expect(chanceOf(null, boat(0.9))).toBeGreaterThan(SHOWN_FROM)
  expect(readWater(null, [])).toEqual([])
})

test('the head that comes with the program reads the features of the standard set', () =>
  expect(openWaterHead(resourcesDir).dimensions).toBe(1280))
