import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePiece, encodePiece } from '../../../../src-main/library/history/journal/journal.ts'

const state = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 5 }), fc.string({ unit: 'grapheme' }))
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 50 })

test('groups are restored as they were, their ids in rising order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ state, ids }), { maxLength: 6 }), (groups) => {
      expect(decodePiece(encodePiece(groups))).toEqual(
        groups.map((group) => ({ ...group, ids: group.ids.toSorted((a, b) => a - b) })),
      )
    }),
  )
})

test('a thousand neighbouring photos take a kilobyte', () => {
  const neighbours = Array.from({ length: 1000 }, (_, i) => 1_000_000 + i)
  expect(encodePiece([{ state: 3, ids: neighbours }]).length).toBeLessThan(1024)
})
