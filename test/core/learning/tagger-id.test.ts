import { expect, test } from 'vitest'
import { TaggerId } from '../../../src-main/contract/analysis/tagger.ts'
import { makeTaggerId } from '../../../src-main/core/learning/tagger-id.ts'

test.each([
  ['My Boat', 'my-boat'],
  ['  Café  Müller! ', 'cafe-muller'],
  ['лодка', 'tag'],
  ['__', 'tag'],
  ['general_v3', 'general-v3'],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('%s becomes %s', (name, id) => {
  expect(makeTaggerId(name, () => false)).toBe(id)
  expect(TaggerId.safeParse(id).success).toBe(true)
})

test('a taken id gets a number', () => {
  const taken = new Set(['boat', 'boat-2'])
  expect(makeTaggerId('Boat', (id) => taken.has(id))).toBe('boat-3')
})
