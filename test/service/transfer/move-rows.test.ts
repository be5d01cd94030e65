import { expect, test } from 'vitest'
import type { Side } from '../../../src-main/service/store/transfer/side.ts'
import { table, type Row } from '../../../src-main/service/store/transfer/table.ts'
import { compareRows } from '../../../src-main/service/transfer/move-service.ts'

const things = table('things', {
  title: 'things',
  key: ['id'],
  columns: { id: 'text', size: 'real', vector: 'bytes' },
})
const vector = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer)
const rows: Row[] = [
  ['a', 1, vector(1, 2)],
  ['b', 0.1, null],
  ['c', 3, vector(-0)],
]

/** A side with rows, in pages of some size. */
const sideOf = (held: readonly Row[], pageRows: number): Side => ({
  title: 'a side',
  count: async () => held.length,
  async *read() {
    for (let at = 0; at < held.length; at += pageRows) yield held.slice(at, at + pageRows)
  },
  hasUpload: async () => false,
  close: async () => {},
})
const compare = (found: readonly Row[]) =>
  compareRows(
    things,
    sideOf(rows, 2),
    sideOf(found, 1),
    (_table, row) => row,
    () => {},
  )

test('equal rows are equal in pages of any size', async () => {
  expect(await compare(rows.map((row) => [...row]))).toBe(3)
})

test.each([
  ['is missing', rows.slice(0, 2), 'c'],
  ['is one too many', [...rows, ['d', 0, null] as Row], 'd'],
  ['has another number', [rows[0]!, ['b', 0.100_000_000_000_000_02, null] as Row, rows[2]!], 'b'],
  ['has another bit', [rows[0]!, rows[1]!, ['c', 3, vector(0)] as Row], 'c'],
  ['has a value instead of none', [rows[0]!, ['b', 0.1, vector()] as Row, rows[2]!], 'b'],
])('a row that %s is named', async (_what, found, name) => {
  await expect(compare(found)).rejects.toThrow(`the things are not the same on both sides: "${name}" differs`)
})
