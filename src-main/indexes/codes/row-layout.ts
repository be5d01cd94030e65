import { FLOATS_AT_ONCE } from './dots-kernel.ts'
import { GROUP_ROWS } from './sign-sums.ts'
import { BYTES_AT_ONCE } from './signs-kernel.ts'

/** Rows of a block: all that is kept of them lies side by side. */
export const BLOCK_ROWS = 1024
export const BLOCK_GROUPS = BLOCK_ROWS / GROUP_ROWS

/**
 * What is known of a row beside its bits, each a 16-bit number: how far it goes along the first direction, which all
 * photos have in common (1 more than that, since it may be negative); the step of its head's bytes and how long what
 * rounding took of the head is, in such steps; how long its rest is; and how long what all its signs stand for is, and
 * the first of them: the vector along the signs whose product with the rest is that of the rest with itself.
 */
export const numbersOfRow = ['common', 'step', 'headLost', 'length', 'coded', 'firstCoded'] as const
export type RowNumber = (typeof numbersOfRow)[number]

/** Where in a block a number of all rows begins, from the first number on. */
export const numberAt = (name: RowNumber): number => numbersOfRow.indexOf(name) * BLOCK_ROWS * 2

/** The value of the highest 16-bit number. */
export const highestOf = (headSize: number): Readonly<Record<RowNumber, number>> => ({
  common: 2,
  step: 1 / 127,
  // Half a step for each number is the most.
  headLost: Math.sqrt(headSize) / 2 + 0.01,
  length: 1.001,
  // Rotated at random, no rest is shorter along its signs than a sixteenth of itself.
  coded: 16,
  firstCoded: 16,
})
export const HIGHEST = 65_535

/** Where everything of a block lies, in bytes from its beginning. */
export type RowLayout = {
  dimensions: number
  headSize: number
  /** Bytes of a row's head without its first number, padded with zeros. */
  headBytes: number
  /** Bytes of a row's signs, padded, and of the first of them that are looked at before the others. */
  signBytes: number
  firstBytes: number
  numbersAt: number
  /** Where the first signs lie, group by group, and where the others do, row by row. */
  signsAt: number
  othersAt: number
  /** What a search notes of each row: the sum of its first signs, and the cosine of its head; 16 bits each. */
  sumsAt: number
  cosinesAt: number
  blockBytes: number
}

/** Of shorter signs all are looked at in one go. */
const LEAST_DIVIDED = 32

export function layOut(dimensions: number, headSize: number): RowLayout {
  const headBytes = Math.max(1, Math.ceil((headSize - 1) / FLOATS_AT_ONCE)) * FLOATS_AT_ONCE
  const whole = (bytes: number) => Math.ceil(bytes / BYTES_AT_ONCE) * BYTES_AT_ONCE
  const signBytes = whole(dimensions / 8)
  const firstBytes = signBytes < LEAST_DIVIDED ? signBytes : whole(signBytes / 4)
  const numbersAt = headBytes * BLOCK_ROWS
  const signsAt = numbersAt + numbersOfRow.length * BLOCK_ROWS * 2
  const othersAt = signsAt + firstBytes * BLOCK_ROWS
  const sumsAt = signsAt + signBytes * BLOCK_ROWS
  const cosinesAt = sumsAt + 2 * BLOCK_ROWS
  const blockBytes = cosinesAt + 2 * BLOCK_ROWS
  const places = { numbersAt, signsAt, othersAt, sumsAt, cosinesAt, blockBytes }
  return { dimensions, headSize, headBytes, signBytes, firstBytes, ...places }
}
