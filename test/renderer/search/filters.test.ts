import { expect, test } from 'vitest'
import { PhotoFilter } from '../../../src-main/contract/library/query.ts'
import { filters } from '../../../src-renderer/search/filters.ts'

/** Fields that the settings fill in, never a filter. */
const ofSettings = ['minConfidence', 'withoutNsfw']

test('each field of the query belongs to one filter', () => {
  const fields = filters.flatMap((filter) => filter.fields)
  const expected = Object.keys(PhotoFilter.shape).filter((field) => !ofSettings.includes(field))
  expect(fields.toSorted()).toEqual(expected.toSorted())
})

test('names and places in the popover are unique', () => {
  const names = filters.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const places = filters.flatMap(({ control }) => (control ? [`${control.column} ${control.position}`] : []))
  expect(new Set(places).size).toBe(places.length)
})

test('a filter without a value has no chip', () => {
  const names = { folder: () => undefined, tag: String, category: String }
  expect(filters.flatMap((filter) => filter.chips({}, names))).toEqual([])
})
