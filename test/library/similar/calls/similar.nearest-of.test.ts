import { expect, test } from 'vitest'
import { nearestOf } from '../../../../src-main/library/similar/calls/similar.ts'
import type { LikenessScale } from '../../../../src-main/library/similar/likeness-scales.ts'

const words: LikenessScale = { same: 0.1, very: 0.2, alike: 0.3 }

test("of several searches each photo's nearest hit counts, and the compared photos are left out", () => {
  const hits = [
    [
      { id: 1, distance: 0 },
      { id: 3, distance: 0.25 },
      { id: 4, distance: 0.5 },
    ],
    [
      { id: 2, distance: 0 },
      { id: 3, distance: 0.15 },
      { id: 5, distance: 0.05 },
    ],
  ]
  const found = nearestOf(
    hits.map((each) => ({ hits: each, words })),
    new Set([1, 2]),
  )
  expect(found).toEqual([
    { id: 5, distance: 0.05, likeness: 'same' },
    { id: 3, distance: 0.15, likeness: 'very' },
    { id: 4, distance: 0.5, likeness: null },
  ])
})

test('distances of different models are compared by their words', () => {
  const finer: LikenessScale = { same: 0.01, very: 0.02, alike: 0.03 }
  const found = nearestOf(
    [
      { hits: [{ id: 1, distance: 0.05 }], words },
      { hits: [{ id: 2, distance: 0.02 }], words: finer },
    ],
    new Set(),
  )
  expect(found.map(({ id, likeness }) => [id, likeness])).toEqual([
    [1, 'same'],
    [2, 'very'],
  ])
})
