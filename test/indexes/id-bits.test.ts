import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdBits } from '../../src-main/indexes/id-bits.ts'

test('contains its ids and no others', () => {
  const id = fc.integer({ min: 0, max: 500 })
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const [bits, set] = [new IdBits(Uint32Array.from(ids)), new Set(ids)]
      for (let id = 0; id <= 600; id++) expect(bits.has(id)).toBe(set.has(id))
    }),
  )
})
