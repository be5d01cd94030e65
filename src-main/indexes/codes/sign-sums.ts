import { op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Rows whose bytes are side by side. */
export const GROUP_ROWS = 16
/** Bytes of the tables for one byte of a row: 16 sums for its lower four bits and 16 for its upper ones. */
export const TABLE_BYTES = 32

/** The locals of a kernel: `TABLE_AT` is an address, the others are vectors. */
type Places = Readonly<Record<'TABLE_AT' | 'BITS' | 'LOWER' | 'BOTH' | 'SUM' | 'ODD', number>>

/** Sets the mask that keeps four bits of each byte. */
export const setLower = (lower: number): Code => [...op.i32(15), ...op.splatByte, ...op.set(lower)]

/**
 * Adds the table entries for one byte of 16 rows, the `n`-th since `TABLE_AT`. Bytes are added as 16-bit numbers, and
 * the odd rows once more by themselves. Their share in the even sums is subtracted at the end (`evenOnes`), which costs
 * less than separating bytes each time.
 */
export const addByte = (bytes: Code, n: number, { TABLE_AT, BITS, LOWER, BOTH, SUM, ODD }: Places): Code => [
  ...bytes,
  ...op.set(BITS),
  ...op.get(TABLE_AT),
  ...op.loadV128(n * TABLE_BYTES),
  ...op.get(BITS),
  ...op.get(LOWER),
  ...op.and,
  ...op.pickBytes,
  ...op.get(TABLE_AT),
  ...op.loadV128(n * TABLE_BYTES + GROUP_ROWS),
  ...op.get(BITS),
  ...op.i32(4),
  ...op.shiftRightI16,
  ...op.get(LOWER),
  ...op.and,
  ...op.pickBytes,
  ...op.addI8x16,
  ...op.set(BOTH),
  ...op.get(SUM),
  ...op.get(BOTH),
  ...op.addI16x8,
  ...op.set(SUM),
  ...op.get(ODD),
  ...op.get(BOTH),
  ...op.i32(8),
  ...op.shiftRightI16,
  ...op.addI16x8,
  ...op.set(ODD),
]

/** The sums of the even rows; `ODD` has those of the odd ones. */
export const evenOnes = (SUM: number, ODD: number): Code => [
  ...op.get(SUM),
  ...op.get(ODD),
  ...op.i32(8),
  ...op.shiftLeftI16,
  ...op.subI16x8,
]
