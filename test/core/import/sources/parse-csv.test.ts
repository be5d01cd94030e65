import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParser } from '../../../../src-main/core/import/sources/csv/parse-csv.ts'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('cells of any text come back, however the text is cut into pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ') })
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 5 }), fc.constantFrom('\n', '\r\n', '\r'), (rows, length, end) => {
      const text = rows.map((row) => row.map(quote).join(',') + end).join('')
      const parser = new CsvParser(',')
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []
      expect([...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]).toEqual(rows)
    }),
  )
})

test('plain cells may hold quotes, and the last line may lack its end', () => {
  const parser = new CsvParser('\t')
  expect([...parser.push('a 5" disk\tb\n\nc'), ...parser.end()]).toEqual([['a 5" disk', 'b'], [''], ['c']])
})
