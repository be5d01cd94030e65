import { expect, test } from 'vitest'
import { describePlaces } from '../../../src-renderer/grid/describe-places.ts'

const [lisbon, sintra, madrid, alps] = [
  { name: 'Lisbon', country: 'Portugal' },
  { name: 'Sintra', country: 'Portugal' },
  { name: 'Madrid', country: 'Spain' },
  { name: '', country: 'Austria' },
]

test.each([
  [[], 0, ''],
  [[lisbon], 0, 'Lisbon, Portugal'],
  [[alps], 0, 'Austria'],
  [[{ name: 'Atlantis', country: '' }], 0, 'Atlantis'],
  [[lisbon, sintra], 0, 'Lisbon and Sintra, Portugal'],
  [[lisbon, madrid], 0, 'Lisbon, Portugal and Madrid, Spain'],
  [[alps, lisbon], 0, 'Austria and Lisbon, Portugal'],
  [[lisbon, madrid], 3, 'Lisbon, Madrid and 3 more'],
  [[alps, lisbon], 1, 'Austria, Lisbon and 1 more'],
])('%j and %i more read “%s”', (places, more, words) => {
  expect(describePlaces({ places, more })).toBe(words)
})
test('an unknown section names no place', () => expect(describePlaces(undefined)).toBe(''))
