import { describe, expect, test } from 'vitest'
import { presence, showAs } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readObjects } from '../../../src-main/analysis/tags/read-objects.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)

describe('calibration', () => {
  test('the confidence shown is the probability from 0.6 on, and rises with it without a jump', () => {
    const chances = Array.from({ length: 1001 }, (_, k) => k / 1000)
    const shown = chances.map(showAs)
    for (const [k, chance] of chances.entries()) {
      if (chance >= 0.6) expect(shown[k]).toBeCloseTo(chance, 9)
      if (k > 0) expect(shown[k]! - shown[k - 1]!).toBeGreaterThan(0)
      if (k > 0) expect(shown[k]! - shown[k - 1]!).toBeLessThan(0.0151)
    }
    expect([showAs(0), showAs(1), showAs(1 + 1e-9)]).toEqual([0, 1, 1])
  })

  test('a probability below 0.4 stays under the display threshold', () => {
    expect(showAs(0.39)).toBeLessThan(0.2)
    expect(showAs(0.41)).toBeGreaterThan(0.2)
  })

  test('what is shown at all is soon said as often as it is right, and what is not as high as it may', () => {
    expect(showAs(0.42)).toBeCloseTo(0.5)
    expect(showAs(0.15)).toBeCloseTo(0.18)
  })

  test('more hints of a class make it likelier', () => {
    const hints = (...scores: number[]) => scores.map((score) => ({ label: 'car', score }))
    const chance = (...scores: number[]) => readObjects(hints(...scores), 'centernet', vocabulary)[0]!.chance
    expect(chance(0.3, 0.2, 0.2)).toBeGreaterThan(chance(0.3))
    expect(chance(0.6)).toBeGreaterThan(chance(0.3, 0.2, 0.2))
  })

  test('a pair of detectors already gives probabilities', () => {
    expect(readObjects([{ label: 'car', score: 0.4 }], 'centernet+yolox-nano', vocabulary)[0]!.chance).toBeCloseTo(0.4)
    expect(presence([], { bias: 0, best: 1, others: 0, floor: 0.1 })).toBeCloseTo(0.1)
  })
})
