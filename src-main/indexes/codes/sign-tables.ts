import { dot } from '../../analysis/vectors/unit-vector.ts'
import { BYTES_AT_ONCE, GROUP_ROWS, TABLE_BYTES } from './signs-kernel.ts'

/** Numbers of a query that share a table: one for each of four bits. */
const BITS_IN_TABLE = 4
/** The greatest sum of a table: two of them fit a byte. */
const MAX_IN_TABLE = 127
const MAX_SUM = 65_535

/** What makes sums of tables products: `product = scale * (2 * sum - offset)`; `error` is the length of what was lost. */
export type TableScale = { scale: number; offset: number; error: number }

/** Bytes of a row of bits: whole steps of the kernel. */
export const rowBytesOf = (dimensions: number): number => Math.ceil(dimensions / (8 * BYTES_AT_ONCE)) * BYTES_AT_ONCE

/**
 * Writes a query as tables: for each four numbers the sums over all choices of them, the numbers rounded to whole
 * levels and the sums raised so that none is negative.
 */
export function writeTables(query: Float32Array, tables: Uint8Array): TableScale {
  const scale = largestSum(query) / highestSum(tables.length / TABLE_BYTES)
  const levels = Int16Array.from(query, (value) => (scale > 0 ? Math.round(value / scale) : 0))
  let [sum, raised] = [0, 0]
  tables.fill(0)
  for (let start = 0; start < levels.length; start += BITS_IN_TABLE) {
    const four = levels.subarray(start, start + BITS_IN_TABLE)
    const lowest = four.reduce((least, level) => least + Math.min(0, level), 0)
    const at = (start / BITS_IN_TABLE) * GROUP_ROWS
    for (let choice = 0; choice < GROUP_ROWS; choice++)
      tables[at + choice] = four.reduce((all, level, bit) => all + ((choice >> bit) & 1) * level, -lowest)
    sum += four.reduce((all, level) => all + level, 0)
    raised -= lowest
  }
  const lost = query.map((value, i) => value - levels[i]! * scale)
  return { scale, offset: sum + 2 * raised, error: Math.sqrt(dot(lost, lost)) }
}

/** The largest sum of magnitudes in one table. */
function largestSum(query: Float32Array): number {
  let largest = 0
  for (let start = 0; start < query.length; start += BITS_IN_TABLE) {
    let sum = 0
    for (const value of query.subarray(start, start + BITS_IN_TABLE)) sum += Math.abs(value)
    largest = Math.max(largest, sum)
  }
  return largest
}

/** So high may the sums of a table be that those of a row fit 16 bits, less what rounding adds to four numbers. */
const highestSum = (rowBytes: number): number =>
  Math.max(1, Math.min(MAX_IN_TABLE, Math.floor(MAX_SUM / (2 * rowBytes))) - BITS_IN_TABLE / 2)
