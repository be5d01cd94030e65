import { expect, test } from 'vitest'
import { OrderedIds } from '../../../../src-main/library/history/journal/change-store.ts'

test('ids come in rising order, each once, in pieces', () => {
  const ids = new OrderedIds([64, 3, 31, 0, 32, 3, 63, 64, 1000], 1000)
  expect(ids.size).toBe(7)
  expect(ids.unknown).toBeUndefined()
  expect(ids.from(0, 3)).toEqual([0, 3, 31])
  expect(ids.from(32, 100)).toEqual([32, 63, 64, 1000])
  expect(ids.from(65, 100)).toEqual([1000])
  expect(ids.from(1001, 100)).toEqual([])
})

test('any number of ids equals a sorted list', () => {
  const given = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 4001)
  const sorted = [...new Set(given)].sort((a, b) => a - b)
  const ids = new OrderedIds(given, 4001)
  const found: number[] = []
  for (let next = ids.from(0, 77); next.length > 0; next = ids.from(next.at(-1)! + 1, 77)) found.push(...next)
  expect(found).toEqual(sorted)
  expect(ids.size).toBe(sorted.length)
})

test('an invalid id is reported', () => {
  expect(new OrderedIds([1, 11], 10).unknown).toBe(11)
  expect(new OrderedIds([-1], 10).unknown).toBe(-1)
  expect(new OrderedIds([1.5], 10).unknown).toBe(1.5)
  expect(new OrderedIds([Number.NaN], 10).unknown).toBeNaN()
  expect(new OrderedIds([], 0)).toMatchObject({ size: 0, unknown: undefined })
})
