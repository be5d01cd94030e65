import { expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readSports } from '../../../src-main/analysis/tags/read-sports.ts'

const saw = (concept: string, chance = 0.9) => ({ concept, chance, origin: 'objects' as const })
const sports = (...things: ReturnType<typeof saw>[]) =>
  readSports(things)
    .filter(({ chance }) => chance >= SHOWN_FROM)
    .map(({ concept }) => concept)

test('a person with skis skis; skis alone do not, nor does a guess', () => {
  expect(sports(saw('person'), saw('skis'))).toEqual(['skiing'])
  expect(sports(saw('skis'))).toEqual([])
  expect(sports(saw('person'), saw('surfboard', 0.5))).toEqual([])
})
