import { describe, expect, test } from 'vitest'
import { presence, showAs } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readObjects } from '../../../src-main/analysis/tags/read-objects.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { chanceBehind } from '../../eval/confidence-curve.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)

describe('calibration', () => {
  test('shown confidence rises with the chance; a chance below one half stays under the display threshold', () => {
    const chances = Array.from({ length: 101 }, (_, k) => k / 100)
    const shown = chances.map(showAs)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect(showAs(0.46)).toBeLessThan(0.2)
    expect(showAs(0.5)).toBeGreaterThan(0.5)
    expect(showAs(0.9)).toBeLessThan(0.9)
    expect(showAs(0.15)).toBeCloseTo(0.15)
    for (const chance of chances) expect(chanceBehind(showAs(chance))).toBeCloseTo(chance)
    expect([showAs(0), showAs(1)]).toEqual([0, 1])
  })

  test('more hints of a class make it likelier', () => {
    const hints = (...scores: number[]) => scores.map((score) => ({ label: 'car', score }))
    const chance = (...scores: number[]) => readObjects(hints(...scores), 'centernet', vocabulary)[0]!.chance
    expect(chance(0.3, 0.2, 0.2)).toBeGreaterThan(chance(0.3))
    expect(chance(0.6)).toBeGreaterThan(chance(0.3, 0.2, 0.2))
  })

  test('a pair of detectors gives chances already', () => {
    expect(readObjects([{ label: 'car', score: 0.4 }], 'centernet+yolox-nano', vocabulary)[0]!.chance).toBeCloseTo(0.4)
    expect(presence([], { bias: 0, best: 1, others: 0, floor: 0.1 })).toBeCloseTo(0.1)
  })
})
