import type { HuffmanCodes } from './jpeg-scan.ts'
import { CODE_BITS, DIFFERENCE_SHIFT, FAST_BITS, KEPT_SHIFT, LENGTH_BITS, STEPS } from './planes-kernel.ts'

/**
 * Tables of what the next bits of a scan mean. Their index is the next bits, as many as the table has, the next bit
 * lowest.
 */

/** Entries of tables of single symbols and of fast ones. */
export const CODE_ENTRIES = 2 ** CODE_BITS
export const FAST_ENTRIES = {
  means: 2 ** FAST_BITS.means,
  kept: 2 ** FAST_BITS.kept,
  rest: 2 ** FAST_BITS.rest,
} as const

const END_OF_BLOCK = 0
const SIXTEEN_ZEROS = 0xf0
const LAST_COEFFICIENT = 63

/**
 * Fills a table of single symbols: the length of the code above the symbol, 0 for no code. False if the codes do not
 * fit, or are invalid in a baseline scan (`max` is the largest symbol).
 */
export function fillCodes({ counts, symbols }: HuffmanCodes, max: number, table: Uint16Array): boolean {
  table.fill(0)
  let code = 0
  let at = 0
  for (let length = 1; length <= CODE_BITS; length++, code <<= 1)
    for (let left = counts[length - 1]!; left > 0; left--, code++, at++) {
      if (code >= 2 ** length || symbols[at]! > max) return false
      const entry = (length << 8) | symbols[at]!
      for (let index = reverse(code, length); index < CODE_ENTRIES; index += 2 ** length) table[index] = entry
    }
  return true
}

/** Reverses a code, so that its first bit is the lowest. */
function reverse(code: number, length: number): number {
  let reversed = 0
  for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit)
  return reversed
}

/** For means: the difference above the number of its bits; 0 if these exceed the index. */
export function fillFastMeans(codes: Uint16Array, table: Int32Array): void {
  for (let index = 0; index < FAST_ENTRIES.means; index++) {
    const [length, size] = [codes[index]! >> 8, codes[index]! & 255]
    const isKnown = length > 0 && length + size <= FAST_BITS.means
    table[index] = isKnown ? (differenceOf(index >> length, size) << DIFFERENCE_SHIFT) | (length + size) : 0
  }
}

/** T.81, F.2.2.1, EXTEND. */
function differenceOf(bits: number, size: number): number {
  if (size === 0) return 0
  const value = reverse(bits & (2 ** size - 1), size)
  return value < 2 ** (size - 1) ? value + 1 - 2 ** size : value
}

/**
 * For kept coefficients: the value, above the number of coefficients that one symbol covers, above the bits of both.
 * That number is `STEPS.end` at the end of the block, and `STEPS.unknown` if the bits exceed the index.
 */
export function fillFastKept(codes: Uint16Array, table: Int32Array): void {
  for (let index = 0; index < FAST_ENTRIES.kept; index++) {
    const [length, symbol] = [codes[index]! >> 8, codes[index]! & 255]
    const size = symbol & 15
    const isOdd = size === 0 && symbol !== END_OF_BLOCK && symbol !== SIXTEEN_ZEROS
    const isKnown = length > 0 && length + size <= FAST_BITS.kept && !isOdd
    const steps = isKnown ? (symbol === END_OF_BLOCK ? STEPS.end : (symbol >> 4) + 1) : STEPS.unknown
    const value = isKnown ? differenceOf(index >> length, size) : 0
    table[index] = (value << KEPT_SHIFT.value) | (steps << KEPT_SHIFT.steps) | (isKnown ? length + size : 0)
  }
}

/**
 * For the other coefficients of a block: the number that as many whole symbols as fit cover, above the number of their
 * bits. It is larger by `STEPS.end` if the last one ends the block, and `STEPS.unknown` if not even one fits.
 */
export function fillFastRest(codes: Uint16Array, table: Uint16Array): void {
  for (let index = 0; index < FAST_ENTRIES.rest; index++) {
    let [taken, steps] = [0, 0]
    while (taken < FAST_BITS.rest && steps <= LAST_COEFFICIENT) {
      const entry = codes[index >> taken]!
      const [length, symbol] = [entry >> 8, entry & 255]
      const next = taken + length + (symbol & 15)
      const isOdd = (symbol & 15) === 0 && symbol !== END_OF_BLOCK && symbol !== SIXTEEN_ZEROS
      if (length === 0 || next > FAST_BITS.rest || isOdd) break
      taken = next
      steps += symbol === END_OF_BLOCK ? STEPS.end : (symbol >> 4) + 1
    }
    table[index] = ((taken === 0 ? STEPS.unknown : steps) << LENGTH_BITS) | taken
  }
}
