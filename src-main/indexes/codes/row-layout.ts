import { FLOATS_AT_ONCE } from './dots-kernel.ts'
import { GROUP_ROWS } from './sign-sums.ts'
import { BYTES_AT_ONCE } from './signs-kernel.ts'

/**
 * A vector as two orthogonal parts: its projections on the rows of the basis, and the rest, rotated at random. The
 * product of two vectors is that of their heads plus that of their rests.
 */
export type Parts = { head: Float32Array; rest: Float32Array; restLength: number }

/** Rows of a block, which keeps all their data side by side. */
export const BLOCK_ROWS = 1024
export const BLOCK_GROUPS = BLOCK_ROWS / GROUP_ROWS

/**
 * What a row keeps beside its bits, each a 16-bit number. `common`: its projection on the first direction, which all
 * photos share, plus 1, since it may be negative. `step`: the step of its head's bytes. `headLost`: the length of the
 * head's rounding error, in such steps. `length`: the length of its rest. `coded` and `firstCoded`: the length of the
 * vector that all its signs, or the first ones, represent. That vector points along the signs, and its product with the
 * rest is that of the rest with itself.
 */
export const numbersOfRow = ['common', 'step', 'headLost', 'length', 'coded', 'firstCoded'] as const
export type RowNumber = (typeof numbersOfRow)[number]

/** Offset in a block of a number, which all rows keep side by side. */
export const numberAt = (name: RowNumber): number => numbersOfRow.indexOf(name) * BLOCK_ROWS * 2

/** The value of the highest 16-bit number. */
export const highestOf = (headSize: number): Readonly<Record<RowNumber, number>> => ({
  common: 2,
  step: 1 / 127,
  // The maximum is half a step for each number.
  headLost: Math.sqrt(headSize) / 2 + 0.01,
  length: 1.001,
  // After a random rotation, no rest is shorter along its signs than a sixteenth of itself.
  coded: 16,
  firstCoded: 16,
})
export const HIGHEST = 65_535

/** Offsets of the parts of a block, in bytes. */
export type RowLayout = {
  dimensions: number
  headSize: number
  /** Bytes of a row's head without its first number, padded with zeros. */
  headBytes: number
  /** Bytes of a row's signs, padded, and of the first ones, which are checked before the others. */
  signBytes: number
  firstBytes: number
  numbersAt: number
  /** Offset of the first signs, group by group, and of the others, row by row. */
  signsAt: number
  othersAt: number
  /**
   * Offset of what a search stores for each row: the sum of its first signs, and the cosine of its head; 16 bits each.
   */
  sumsAt: number
  cosinesAt: number
  blockBytes: number
}

/** Shorter signs are checked all at once. */
const MIN_DIVIDED = 32

export function layOut(dimensions: number, headSize: number): RowLayout {
  const headBytes = Math.max(1, Math.ceil((headSize - 1) / FLOATS_AT_ONCE)) * FLOATS_AT_ONCE
  const whole = (bytes: number) => Math.ceil(bytes / BYTES_AT_ONCE) * BYTES_AT_ONCE
  const signBytes = whole(dimensions / 8)
  const firstBytes = signBytes < MIN_DIVIDED ? signBytes : whole(signBytes / 4)
  const numbersAt = headBytes * BLOCK_ROWS
  const signsAt = numbersAt + numbersOfRow.length * BLOCK_ROWS * 2
  const othersAt = signsAt + firstBytes * BLOCK_ROWS
  const sumsAt = signsAt + signBytes * BLOCK_ROWS
  const cosinesAt = sumsAt + 2 * BLOCK_ROWS
  const blockBytes = cosinesAt + 2 * BLOCK_ROWS
  const places = { numbersAt, signsAt, othersAt, sumsAt, cosinesAt, blockBytes }
  return { dimensions, headSize, headBytes, signBytes, firstBytes, ...places }
}
