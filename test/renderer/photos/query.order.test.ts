import { expect, test } from 'vitest'
import { everything } from '../../../src-renderer/photos/query-address.ts'
import { holdsSentence, orderFor } from '../../../src-renderer/photos/query.ts'

const best = { by: 'match', order: 'desc' } as const
const byName = { by: 'name', order: 'asc' } as const
const asked = (text: string, sort = everything.sort) => ({ ...everything, text, sort })

test('a sentence shows what is most like it first, as soon as it is written, and until it is gone', () => {
  expect(orderFor(asked(''), 'dog')).toEqual(everything.sort)
  expect(orderFor(asked('dog'), 'dog shows:"on a bea')).toEqual(best)
  expect(orderFor(asked('shows:"on a bea', best), 'shows:"on a beach"')).toEqual(best)
  expect(orderFor(asked('shows:beach', best), '')).toEqual(everything.sort)
})

test('an order that a person chooses stays', () => {
  expect(orderFor(asked('shows:beach', byName), 'shows:beach shows:dog')).toEqual(byName)
  expect(orderFor(asked('shows:beach', byName), '')).toEqual(byName)
})

test.each([
  ['shows:beach', true],
  ['sentence:"a dog" rating:3', true],
  ['rating:3 OR shows:beach', true],
  ['-shows:beach', false],
  ['"shows nothing"', false],
])('%s asks for photos that look like a sentence: %s', (text, holds) => {
  expect(holdsSentence(text)).toBe(holds)
})
