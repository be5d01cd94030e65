import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameableConcepts } from '../../../src-main/analysis/tags/nameable-concepts.ts'
import { readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readLook } from '../../../src-main/analysis/tags/read-look.ts'
import { readScenery } from '../../../src-main/analysis/tags/read-scenery.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const vocabulary = openVocabulary(join(import.meta.dirname, '../../../resources'))

test('exactly the concepts that nothing can name are marked so in the vocabulary', () => {
  const sayable = nameableConcepts(vocabulary)
  const wrong = [...vocabulary.all()].filter(({ id, neverFound }) => sayable.has(id) === (neverFound ?? false))
  expect(wrong.map(({ id }) => id)).toEqual([])
  for (const id of sayable.keys()) expect(vocabulary.find(id), id).toBeDefined()
})

test('without a model of places, the bundled models name places by how a picture looks', () => {
  const grey = { width: 64, height: 64, data: new Uint8Array(3 * 64 * 64).fill(128) }
  const setting = { hasPerson: false, isIndoors: false, isTown: false, isOutdoors: false }
  const named = readLook(readPixels(grey), readScenery(grey), { setting, person: 0 }).map(({ concept }) => concept)
  const sayable = nameableConcepts(vocabulary, 'bundled')
  expect(named.filter((concept) => !sayable.has(concept))).toEqual([])
  expect(['macro', 'skyline'].filter((concept) => sayable.has(concept))).toEqual([])
})
