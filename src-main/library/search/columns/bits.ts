/** A set of slots, one bit each. */
export type Bits = Uint32Array

export const makeBits = (length: number): Bits => new Uint32Array((length + 31) >>> 5)
export const hasBit = (bits: Bits, slot: number) => (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1

export function setBit(bits: Bits, slot: number) {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
}

export function clearBit(bits: Bits, slot: number) {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
}

/** Keeps in the first set what is also in the second. */
export function intersect(into: Bits, other: Bits) {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) & (other[i] ?? 0)
}

export function unite(into: Bits, other: Bits) {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) | (other[i] ?? 0)
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += countWord(bits[i] ?? 0)
  return count
}

function countWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Calls `visit` with every slot of the set, in rising order. */
export function forEachBit(bits: Bits, visit: (slot: number) => void) {
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) visit((i << 5) + 31 - Math.clz32(word & -word))
  }
}

/** Removes the slots that fail the test. */
export function keepOnly(bits: Bits, test: (slot: number) => boolean) {
  forEachBit(bits, (slot) => {
    if (!test(slot)) clearBit(bits, slot)
  })
}

/** Removes from the first set what is also in the second. */
export function subtract(from: Bits, other: Bits) {
  for (let i = 0; i < from.length; i++) from[i] = (from[i] ?? 0) & ~(other[i] ?? 0)
}

/** How many are in both sets. */
export function countBoth(a: Bits, b: Bits): number {
  let count = 0
  for (let i = 0; i < a.length; i++) count += countWord((a[i] ?? 0) & (b[i] ?? 0))
  return count
}
