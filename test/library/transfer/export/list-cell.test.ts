import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeList, encodeList } from '../../../../src-main/library/transfer/export/list-cell.ts'

test('lists of any names are read back', () => {
  const name = fc.string({ unit: fc.constantFrom('a', ';', '\\', ' ', 'ß') }).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(name.filter((text) => text !== '')), (names) => {
      expect(decodeList(encodeList(names))).toEqual(names)
    }),
  )
})

test('lists of other programs are read', () => {
  expect(decodeList('sea;  big ship ;; x\\')).toEqual(['sea', 'big ship', 'x\\'])
})
