import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLists, encodeLists } from '../../../../src-main/library/catalog/codecs/lists.ts'

const list = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 20 })

test('lists decode correctly at any offset in memory', () => {
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), fc.nat({ max: 7 }), (lists, offset) => {
      const bytes = Buffer.from(encodeLists(lists).buffer)
      const moved = Buffer.from(new ArrayBuffer(bytes.length + offset), offset, bytes.length)
      bytes.copy(moved)
      expect(decodeLists(moved, lists.length).map((each) => [...each])).toEqual(lists)
    }),
  )
})

test('a photo without a row has empty lists', () => {
  expect(decodeLists(null, 3).map((each) => [...each])).toEqual([[], [], []])
})
