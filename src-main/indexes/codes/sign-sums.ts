import { op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Rows whose bytes lie side by side. */
export const GROUP_ROWS = 16
/** Bytes of the tables for one byte of a row: 16 sums for its lower four bits and 16 for its upper ones. */
export const TABLE_BYTES = 32

/** The locals of a kernel: of tables the address, of the others vectors. */
type Places = Readonly<Record<'TABLE_AT' | 'BITS' | 'LOWER' | 'BOTH' | 'SUM' | 'ODD', number>>

/** Sets the vector by which four bits of each byte are kept. */
export const setLower = (lower: number): Code => [...op.i32(15), ...op.splatByte, ...op.set(lower)]

/**
 * Adds what the tables say of one byte of 16 rows, the `n`-th since `TABLE_AT`. Bytes are added as 16-bit numbers, the
 * odd rows once more by themselves: what the even ones have of them is taken away at the end (`evenOnes`), which costs
 * less than taking bytes apart each time.
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

/** The sums of the even rows; those of the odd ones are in `ODD`. */
export const evenOnes = (SUM: number, ODD: number): Code => [
  ...op.get(SUM),
  ...op.get(ODD),
  ...op.i32(8),
  ...op.shiftLeftI16,
  ...op.subI16x8,
]
