import { expect, test } from 'vitest'
import { bestFirst } from '../../../../src-main/library/search/rows/rank-matches.ts'

const slots = (...all: number[]) => Uint32Array.from(all)

test('ranked photos come first, best first; the others keep their order', () => {
  const ranks = new Map([
    [5, 2],
    [2, 0],
    [9, 1],
  ])
  expect(bestFirst(slots(1, 5, 4, 9, 2, 3), ranks)).toEqual(slots(2, 9, 5, 1, 4, 3))
})

test('equal ranks keep the order of the photos', () => {
  const ranks = new Map([
    [7, 3],
    [6, 3],
  ])
  expect(bestFirst(slots(6, 1, 7), ranks)).toEqual(slots(6, 7, 1))
})

test('without ranks nothing moves', () => {
  expect(bestFirst(slots(3, 1, 2), new Map())).toEqual(slots(3, 1, 2))
})
