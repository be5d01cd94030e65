import { expect, test } from 'vitest'
import { everything } from '../../../src-renderer/photos/query-address.ts'
import { hasBestMatch, orderFor } from '../../../src-renderer/photos/query-order.ts'

const best = { by: 'match', order: 'desc' } as const
const byName = { by: 'name', order: 'asc' } as const
const asked = (text: string, sort = everything.sort) => ({ ...everything, text, sort })

test('a sentence shows the most similar first, from when it is written until it is removed', () => {
  expect(orderFor(asked(''), 'dog')).toEqual(everything.sort)
  expect(orderFor(asked('dog'), 'dog shows:"on a bea')).toEqual(best)
  expect(orderFor(asked('shows:"on a bea', best), 'shows:"on a beach"')).toEqual(best)
  expect(orderFor(asked('shows:beach', best), '')).toEqual(everything.sort)
})

test('a colour shows the nearest first, too', () => {
  expect(orderFor(asked(''), 'color:pink')).toEqual(best)
  expect(orderFor(asked('color:pink', byName), 'color:pink+blue')).toEqual(byName)
  expect(orderFor(asked('color:pink', best), 'label:red')).toEqual(everything.sort)
})

test("a person's chosen order stays", () => {
  expect(orderFor(asked('shows:beach', byName), 'shows:beach shows:dog')).toEqual(byName)
  expect(orderFor(asked('shows:beach', byName), '')).toEqual(byName)
})

test.each([
  ['shows:beach', true],
  ['sentence:"a dog" rating:3', true],
  ['rating:3 OR shows:beach', true],
  ['color:pink', true],
  ['rating:3 colour:#aabbcc', true],
  ['-color:pink', false],
  ['label:red', false],
  ['-shows:beach', false],
  ['"shows nothing"', false],
])('%s has a best match: %s', (text, holds) => {
  expect(hasBestMatch(text)).toBe(holds)
})
