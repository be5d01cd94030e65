import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everything, readAddress, writeAddress } from '../../../src-renderer/photos/query-address.ts'

test('a query is read back from its address', () => {
  const anything = fc.record({
    text: fc.string().map((text) => text.trim()),
    folderId: fc.option(fc.integer({ min: 1 })),
    albumId: fc.option(fc.integer({ min: 1 })),
    sort: fc.record({
      by: fc.constantFrom('takenAt' as const, 'addedAt' as const, 'name' as const, 'rating' as const),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  })
  fc.assert(
    fc.property(anything, (asked) => {
      expect(readAddress(writeAddress(asked))).toEqual(asked)
    }),
  )
})

test('the whole library has an empty address', () => {
  expect(writeAddress(everything)).toEqual({})
})

test.each([{ folder: '-1', sort: 'size-up' }, { folder: 'x', q: ['a', 'b'] }, { sort: '' }])(
  'unreadable parts of %o get their defaults',
  (address) => {
    expect(readAddress(address)).toEqual(everything)
  },
)
