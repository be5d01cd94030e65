import { expect, test } from 'vitest'
import { countHiddenRestrictions, filterChips } from '../../../src-renderer/search/filter-chips.ts'
import { tidyFilter } from '../../../src-renderer/stores/query.ts'

test('each part of a filter is a chip that takes only itself away', () => {
  const filter = {
    text: 'beach',
    tags: ['dog', 'sky'],
    ratingFrom: 3,
    takenFrom: '2024-01-01',
    takenTo: '2024-12-31',
    facesTo: 0,
    folderId: 7,
  }
  const chips = filterChips(filter, { folder: () => 'Lisbon', tag: (name) => name, category: (key) => key })
  expect(chips.map((chip) => chip.label)).toEqual([
    '“beach”',
    'Lisbon',
    'dog',
    'sky',
    '2024',
    '3 stars or more',
    'No faces',
  ])
  const dog = chips.find((chip) => chip.label === 'dog')
  expect(tidyFilter({ ...filter, ...dog?.without })).toEqual({ ...filter, tags: ['sky'] })
})

test('removing every chip leaves an empty filter', () => {
  const filter = {
    tags: ['dog'],
    categories: ['personal_photos/city'],
    statuses: ['failed' as const],
    color: { html: '#112233', distance: 10, share: 5 },
    ratingTo: 0,
  }
  const rest = filterChips(filter).reduce((left, chip) => tidyFilter({ ...left, ...chip.without }), filter as object)
  expect(rest).toEqual({})
})

test('the badge counts what no other part of the window shows', () => {
  expect(countHiddenRestrictions({ text: 'beach', tags: ['dog', 'sky'], facesTo: 0 })).toBe(3)
})
