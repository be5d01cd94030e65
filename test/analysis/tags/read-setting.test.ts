import { describe, expect, test } from 'vitest'
import { readSetting } from '../../../src-main/analysis/tags/read-setting.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (...concepts: string[]) => concepts.map((concept) => ({ concept, chance: 0.9, origin: 'objects' as const }))

describe('setting', () => {
  test('distinguishes rooms from outside', () => {
    expect(readSetting(saw('couch', 'television'), {}, 0, vocabulary)).toEqual({
      hasPerson: false,
      isIndoors: true,
      isTown: false,
      isOutdoors: false,
    })
    expect(readSetting(saw('person', 'traffic-light'), {}, 0, vocabulary)).toEqual({
      hasPerson: true,
      isIndoors: false,
      isTown: true,
      isOutdoors: true,
    })
    expect(readSetting([], { forest: 0.8 }, 0, vocabulary).isOutdoors).toBe(true)
    expect(readSetting([], {}, 0, vocabulary)).toEqual({
      hasPerson: false,
      isIndoors: false,
      isTown: false,
      isOutdoors: false,
    })
  })

  test('refers only to concepts of the vocabulary', () => {
    expect(() => readSetting(saw(...[...vocabulary.all()].map(({ id }) => id)), {}, 0, vocabulary)).not.toThrow()
  })
})
