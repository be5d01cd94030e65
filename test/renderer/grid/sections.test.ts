import { expect, test } from 'vitest'
import {
  sectionsByNearness,
  sectionsOf,
  shortTitleOfSection,
  titleOfSection,
} from '../../../src-renderer/grid/sections.ts'

const days = [
  { day: '2024-03-14', count: 4 },
  { day: '2024-03-01', count: 2 },
  { day: '2023-12-31', count: 5 },
  { day: null, count: 3 },
]

test('days, months, years, or none: undated photos are separate at the end', () => {
  expect(sectionsOf(days, 'day', 14).map(({ key, first, count }) => [key, first, count])).toEqual([
    ['2024-03-14', 0, 4],
    ['2024-03-01', 4, 2],
    ['2023-12-31', 6, 5],
    ['undated', 11, 3],
  ])
  expect(sectionsOf(days, 'month', 14).map(({ key, count }) => [key, count])).toEqual([
    ['2024-03', 6],
    ['2023-12', 5],
    ['undated', 3],
  ])
  expect(sectionsOf(days, 'year', 14).map(({ key, count }) => [key, count])).toEqual([
    ['2024', 6],
    ['2023', 5],
    ['undated', 3],
  ])
  expect(sectionsOf(days, 'none', 14).map(({ key, count }) => [key, count])).toEqual([
    ['', 11],
    ['undated', 3],
  ])
})

test('photos added or removed since the days were counted have a position', () => {
  for (const total of [0, 5, 13, 20]) {
    const sections = sectionsOf(days, 'day', total)
    expect(sections.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(sections.every(({ count }) => count > 0)).toBe(true)
  }
  expect(sectionsOf([], 'day', 7)).toEqual([])
})

test('headers are words', () => {
  expect(titleOfSection('2024-03-14')).toBe('Thursday, 14 March 2024')
  expect(titleOfSection('2024-03')).toBe('March 2024')
  expect(titleOfSection('2024')).toBe('2024')
  expect(titleOfSection('undated')).toBe('No date')
  expect(['2024-03-14', '2024-03', '2024'].map(shortTitleOfSection)).toEqual(['14 Mar 2024', 'Mar 2024', '2024'])
})

test('photos sorted by a colour have a section for each nearness; later arrivals are in the last', () => {
  const counts = [
    { nearness: 'closest', count: 2 },
    { nearness: 'further', count: 5 },
  ] as const
  expect(sectionsByNearness(counts, 8)).toEqual([
    { key: 'near-closest', title: 'Closest', first: 0, count: 2 },
    { key: 'near-further', title: 'Further', first: 2, count: 6 },
  ])
  expect(sectionsByNearness(counts, 2)).toHaveLength(1)
})
