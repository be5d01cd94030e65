import { expect, test } from 'vitest'
import {
  describeRatings,
  toggleAtLeast,
  toggleUnrated,
} from '../../../../../src-renderer/search/filters/rating/rating-range.ts'

test('stars and “Unrated” exclude each other, and a second click clears them', () => {
  const unrated = toggleUnrated({ ratingFrom: 3 })
  expect(unrated).toEqual({ ratingFrom: undefined, ratingTo: 0 })
  const four = toggleAtLeast(unrated, 4)
  expect(four).toEqual({ ratingFrom: 4, ratingTo: undefined })
  expect(toggleAtLeast(four, 4)).toEqual({ ratingFrom: undefined, ratingTo: undefined })
  expect(toggleUnrated(unrated)).toEqual({ ratingFrom: undefined, ratingTo: undefined })
})

test.each([
  [undefined, 0, 'Unrated'],
  [3, undefined, '3 stars or more'],
  [5, undefined, '5 stars'],
  [2, 2, '2 stars'],
  [2, 4, '2 to 4 stars'],
  [undefined, 4, 'At most 4 stars'],
])('from %s to %s is “%s”', (from, to, words) => {
  expect(describeRatings(from, to)).toBe(words)
})
