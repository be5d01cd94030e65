import { GROUP_ROWS, TABLE_BYTES } from './sign-sums.ts'

/** Numbers of a query that share a table: one for each of four bits. */
const BITS_IN_TABLE = 4
/** The greatest sum of a table; two of them fit in a byte. */
const MAX_IN_TABLE = 127
const MAX_SUM = 65_535
/**
 * The sum of errors spread over one step each, with any signs, exceeds this times the root of their number once in 1e9.
 */
const MAX_BY_CHANCE = Math.sqrt(Math.log(1e9) / 2)

/** A query in whole levels: each number is about `scale` times its level. */
export type Levels = { scale: number; levels: Int8Array }

/**
 * Rounds a query to so few levels that the sums of four of them fit the tables; `count` of them, padded with zeros.
 * Each number is rounded up or down at random, with probabilities by nearness, so that errors of many numbers have no
 * direction. `chances` are random numbers from 0 to 1, one for each.
 */
export function toLevels(query: Float32Array, count: number, tables: number, chances: Float32Array): Levels {
  const scale = largestSum(query) / highestSum(tables)
  const levels = new Int8Array(count)
  for (let i = 0; i < query.length; i++) levels[i] = scale > 0 ? Math.floor(query[i]! / scale + chances[i]!) : 0
  return { scale, levels }
}

/**
 * Error bound, from rounding, of the product of a query's first `count` numbers with their signs, divided by the root
 * of `count`. It is the full length of the rounding error or, if smaller, a bound that holds except once in a billion
 * (Hoeffding 1963).
 */
export function lostOf(query: Float32Array, { scale, levels }: Levels, count: number): number {
  let lost = 0
  for (let i = 0; i < Math.min(count, query.length); i++) lost += (query[i]! - levels[i]! * scale) ** 2
  return Math.min(Math.sqrt(lost), scale * MAX_BY_CHANCE)
}

/**
 * Writes levels as tables: for every four of them the sums over all choices, raised so that none is negative. A product
 * of levels and signs is twice the tables' sum, less the offset that this returns.
 */
export function writeTables(levels: Int8Array, tables: Uint8Array): number {
  let offset = 0
  for (let at = 0; at < tables.length; at += GROUP_ROWS)
    writeTable(levels, (at / GROUP_ROWS) * BITS_IN_TABLE, tables, at)
  for (const level of levels.subarray(0, (tables.length / TABLE_BYTES) * 8)) offset += Math.abs(level)
  return offset
}

/** Writes the sums of one table, each from the sum without its highest number. */
function writeTable(levels: Int8Array, first: number, tables: Uint8Array, at: number): void {
  let lowest = 0
  for (let bit = 0; bit < BITS_IN_TABLE; bit++) lowest += Math.min(0, levels[first + bit]!)
  tables[at] = -lowest
  for (let bit = 0; bit < BITS_IN_TABLE; bit++)
    for (let choice = 0; choice < 1 << bit; choice++)
      tables[at + (1 << bit) + choice] = tables[at + choice]! + levels[first + bit]!
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

/** The highest sum in a table that lets a row's sums fit 16 bits, less what rounding adds to four numbers. */
const highestSum = (rowBytes: number): number =>
  Math.max(1, Math.min(MAX_IN_TABLE, Math.floor(MAX_SUM / (2 * rowBytes))) - BITS_IN_TABLE)
