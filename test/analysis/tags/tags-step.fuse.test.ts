import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISPLAY_THRESHOLD, keptConfidence, LOWEST_CONFIDENCE } from '../../../src-main/contract/analysis/tag.ts'
import { fuseTags } from '../../../src-main/analysis/tags/tags-step.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })

describe('one list of tags', () => {
  test('the strongest evidence wins, broader concepts follow with less, sorted by confidence', () => {
    const tags = fuseTags([saw('dog', 0.9), saw('dog', 0.5), saw('car', 0.6)], vocabulary)
    expect(tags.map(({ concept }) => concept)).toEqual([
      'dog',
      'canine',
      'pet',
      'animal',
      'mammal',
      'car',
      'motor-vehicle',
      'vehicle',
    ])
    expect(tags[0]).toEqual({
      concept: 'dog',
      name: 'dog',
      confidence: 90,
      origin: 'objects',
      synset_id: 'n02084071',
      parents: ['canine', 'pet', 'mammal', 'animal'],
    })
    expect(tags[1]).toMatchObject({ confidence: 81, origin: 'parents' })
  })

  test('a broader concept that its evidence excludes does not follow, the others do', () => {
    const conceptsOf = (tree: Parameters<typeof fuseTags>[0][number]) =>
      fuseTags([tree], vocabulary).map(({ concept }) => concept)
    expect(conceptsOf(saw('tree', 0.9))).toEqual(['tree', 'nature', 'plant'])
    expect(conceptsOf({ ...saw('tree', 0.9), isNo: 'nature' })).toEqual(['tree', 'plant'])
  })

  test('an object as likely wrong as right does not show its broader concepts', () => {
    const shown = fuseTags([saw('dog', 0.44)], vocabulary).filter((tag) => keptConfidence(tag) >= DISPLAY_THRESHOLD)
    expect(shown.map(({ concept }) => concept)).toEqual(['dog'])
    expect(fuseTags([saw('dog', 0.44)], vocabulary).map(({ concept }) => concept)).toContain('animal')
  })

  test('what is too uncertain to be shown says how likely it is, and is kept below the display threshold', () => {
    const [dog] = fuseTags([saw('dog', 0.35)], vocabulary)
    expect(dog).toMatchObject({ concept: 'dog', confidence: 35 })
    expect(dog!.keptAs).toBeLessThan(DISPLAY_THRESHOLD)
    expect(dog!.keptAs).toBeGreaterThan(LOWEST_CONFIDENCE)
    const look = { concept: 'low-key', chance: 0.3, likely: 0.7, origin: 'kind' as const }
    expect(fuseTags([look], vocabulary)).toEqual([expect.objectContaining({ confidence: 70, keptAs: 19.2 })])
  })

  test('a shown tag has one percentage, however likely a weaker sign makes it', () => {
    const weak = { ...saw('dog', 0.3), likely: 0.95 }
    const [dog] = fuseTags([saw('dog', 0.7), weak], vocabulary)
    expect(dog).toMatchObject({ concept: 'dog', confidence: 70 })
    expect(dog).not.toHaveProperty('keptAs')
  })

  test('nothing at or below 7 and no mere groups', () => {
    expect(fuseTags([saw('dog', 0.07)], vocabulary)).toEqual([])
    expect(fuseTags([saw('sink', 0.9)], vocabulary).map(({ concept }) => concept)).toEqual(['sink'])
  })

  test('every list is sorted, without duplicates, within 7 to 100', () => {
    const ids = [...vocabulary.all()].map(({ id }) => id)
    const evidence = fc.record({
      concept: fc.constantFrom(...ids),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      likely: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      origin: fc.constantFrom('objects' as const, 'scene' as const),
    })
    fc.assert(
      fc.property(fc.array(evidence, { maxLength: 30 }), (list) => {
        const tags = fuseTags(list, vocabulary)
        const confidences = tags.map(({ confidence }) => confidence)
        expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
        expect(new Set(tags.map(({ concept }) => concept)).size).toBe(tags.length)
        for (const { confidence, keptAs = 0 } of tags) {
          expect(confidence > 7 && confidence <= 100).toBe(true)
          expect(keptAs < DISPLAY_THRESHOLD && keptAs < confidence).toBe(true)
        }
      }),
    )
  })
})
