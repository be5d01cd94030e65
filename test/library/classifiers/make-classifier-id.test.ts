import { expect, test } from 'vitest'
import { ClassifierId } from '../../../src-main/contract/analysis/classifier.ts'
import { makeClassifierId } from '../../../src-main/library/classifiers/make-classifier-id.ts'

test.each([
  ['My Boat', 'my-boat'],
  ['  Café  Müller! ', 'cafe-muller'],
  ['лодка', 'tag'],
  ['__', 'tag'],
  ['general_v3', 'general-v3'],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('%s becomes %s', (name, id) => {
  expect(makeClassifierId(name, () => false)).toBe(id)
  expect(ClassifierId.safeParse(id).success).toBe(true)
})

test('a used id gets a number', () => {
  const taken = new Set(['boat', 'boat-2'])
  expect(makeClassifierId('Boat', (id) => taken.has(id))).toBe('boat-3')
})
