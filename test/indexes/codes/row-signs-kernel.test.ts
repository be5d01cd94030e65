import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantiateRowSigns } from '../../../src-main/indexes/codes/row-signs-kernel.ts'
import { GROUP_ROWS, TABLE_BYTES } from '../../../src-main/indexes/codes/sign-sums.ts'
import { toLevels, writeTables } from '../../../src-main/indexes/codes/sign-tables.ts'

/** Bytes of a row's signs; its last twelve are beyond its end. */
const [ROW_BYTES, TAKEN] = [36, 48]
const [TABLES, ADDRESSES, LIST, OUT, ROWS] = [0, 8192, 16_384, 24_576, 32_768]

const byte = fc.integer({ min: 0, max: 255 })
const number = fc.double({ min: -1, max: 1, noNaN: true })

test('products with the signs of any rows match plain code', () => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 })
  const [kernel, { buffer }] = [instantiateRowSigns(memory), memory]
  fc.assert(
    fc.property(
      fc.array(byte, { minLength: 64 * ROW_BYTES, maxLength: 64 * ROW_BYTES }),
      fc.array(number, { minLength: ROW_BYTES * 8, maxLength: ROW_BYTES * 8 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 2 * GROUP_ROWS, maxLength: 2 * GROUP_ROWS }),
      (signs, query, rows) => {
        new Uint8Array(buffer, ROWS, signs.length).set(signs)
        const chances = new Float32Array(query.length).fill(0.5)
        const { levels } = toLevels(Float32Array.from(query), TAKEN * 8, TAKEN, chances)
        const offset = writeTables(levels, new Uint8Array(buffer, TABLES, TAKEN * TABLE_BYTES))
        new Int32Array(buffer, ADDRESSES, rows.length).set(rows.map((row) => ROWS + row * ROW_BYTES))
        new Int32Array(buffer, LIST, rows.length).set(rows)
        const out = new Int32Array(buffer, OUT, 64).fill(12_345_678)
        kernel(TABLES, ADDRESSES, rows.length, TAKEN, offset, LIST, OUT)
        const isSet = (row: number, bit: number) => (signs[row * ROW_BYTES + (bit >> 3)]! >> (bit & 7)) & 1
        const productOf = (row: number) =>
          query.reduce((sum, _, bit) => sum + (isSet(row, bit) === 1 ? levels[bit]! : -levels[bit]!), 0)
        for (const row of out.keys()) expect(out[row]).toBe(rows.includes(row) ? productOf(row) : 12_345_678)
      },
    ),
    { numRuns: 60 },
  )
})
