import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameableConcepts } from '../../../src-main/analysis/tags/nameable-concepts.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const vocabulary = openVocabulary(join(import.meta.dirname, '../../../resources'))

test('exactly the concepts that nothing can name are marked so in the vocabulary', () => {
  const sayable = nameableConcepts(vocabulary)
  const wrong = [...vocabulary.all()].filter(({ id, neverFound }) => sayable.has(id) === (neverFound ?? false))
  expect(wrong.map(({ id }) => id)).toEqual([])
  for (const id of sayable.keys()) expect(vocabulary.find(id), id).toBeDefined()
})
