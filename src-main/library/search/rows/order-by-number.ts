import { setImmediate } from 'node:timers/promises'
import type { NumberArray } from '../columns/column.ts'

const DIGIT_BITS = 16
const DIGITS = 1 << DIGIT_BITS

/**
 * Stable radix sort on 48-bit keys, least digit first: a million in some 30 ms, where a sort with a comparison takes a
 * second. Keys are rounded to whole numbers after the least one is taken away. Returns the places of the first `length`
 * keys in rising order.
 */
export function orderByNumber(keys: NumberArray, length: number): Uint32Array {
  for (const sorting = sortInPasses(keys, length); ;) {
    const { done, value } = sorting.next()
    if (done === true) return value
  }
}

/** The same with breaks for other work between the passes; the keys are those of the beginning. */
export async function orderByNumberInSlices(keys: NumberArray, length: number): Promise<Uint32Array> {
  for (const sorting = sortInPasses(keys, length); ;) {
    const { done, value } = sorting.next()
    if (done === true) return value
    await setImmediate()
  }
}

function* sortInPasses(keys: NumberArray, length: number): Generator<undefined, Uint32Array> {
  if (keys instanceof Uint8Array || keys instanceof Uint16Array) return yield* sortSmall(keys.subarray(0, length))
  const offsets = new Float64Array(keys.subarray(0, length)) // one kind of array is read several times faster
  const { min, max, isRising } = findBounds(offsets)
  let order = new Uint32Array(length)
  for (let i = 0; i < length; i++) order[i] = i
  if (isRising) return order
  for (let i = 0; i < length; i++) offsets[i] = offsets[i]! - min
  const digits = new Uint16Array(length)
  let other = new Uint32Array(length)
  for (let unit = 1; Math.floor((max - min) / unit) > 0; unit *= DIGITS) {
    yield
    readDigits(offsets, unit, digits)
    yield
    sortByDigit(digits, order, other)
    ;[order, other] = [other, order]
  }
  yield
  return order
}

/** Keys of one digit, such as ratings, are sorted in one pass. */
function* sortSmall(keys: Uint8Array | Uint16Array): Generator<undefined, Uint32Array> {
  const digits = new Uint16Array(keys)
  const [rising, order] = [new Uint32Array(keys.length), new Uint32Array(keys.length)]
  for (let i = 0; i < rising.length; i++) rising[i] = i
  yield
  sortByDigit(digits, rising, order)
  return order
}

function readDigits(offsets: Float64Array, unit: number, digits: Uint16Array): void {
  for (let i = 0; i < offsets.length; i++) {
    const whole = Math.floor(offsets[i]! / unit)
    digits[i] = whole - Math.floor(whole / DIGITS) * DIGITS
  }
}

/** Numbers such as the time of addition rise with the photos, and need no sorting. */
function findBounds(keys: Float64Array): { min: number; max: number; isRising: boolean } {
  let [min, max, isRising] = [Infinity, -Infinity, true]
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!
    if (key < max) isRising = false
    if (key < min) min = key
    if (key > max) max = key
  }
  return { min, max, isRising }
}

function sortByDigit(digits: Uint16Array, from: Uint32Array, to: Uint32Array) {
  const next = new Uint32Array(DIGITS + 1)
  for (let i = 0; i < digits.length; i++) next[digits[i]! + 1]!++
  for (let i = 1; i <= DIGITS; i++) next[i] = next[i]! + next[i - 1]!
  for (let i = 0; i < from.length; i++) {
    const slot = from[i]!
    to[next[digits[slot]!]!++] = slot
  }
}
