import { expect, test } from 'vitest'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { chipsOf } from '../../../../src-renderer/search/filters/chips.ts'

const names = { tag: (name: string) => name, category: (key: string) => key }
const chips = (text: string) =>
  chipsOf(parse(text).terms, names).map(({ label, place, count }) => [label, place, count])

test('words that form a date together are one chip, which knows their position', () => {
  expect(chips('cat last 30 days -dog')).toEqual([
    ['cat', 0, 1],
    ['last 30 days', 1, 3],
    ['not dog', 4, 1],
  ])
  expect(chips('june 2024 2023')).toEqual([
    ['june 2024', 0, 2],
    ['2023', 2, 1],
  ])
})

test('words that only look like one have their own chips', () => {
  expect(chips('june dress')).toEqual([
    ['june', 0, 1],
    ['dress', 1, 1],
  ])
  expect(chips('last -days')).toEqual([
    ['last', 0, 1],
    ['not days', 1, 1],
  ])
})
