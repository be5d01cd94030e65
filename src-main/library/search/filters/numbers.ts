import type { SearchField } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import { inRange, readNumbers } from '../../../contract/library/search/numbers.ts'
import { type Bits, keepOnly } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'

/** Keeps photos whose number is in the range, both ends included; an absent end does not limit it. */
export function keepRange(photos: Bits, numbers: ArrayLike<number>, from = -Infinity, to = Infinity): void {
  const isWithin = (number: number) => number >= from && number <= to
  if (isSmall(numbers)) keepPassing(photos, numbers, isWithin)
  else keepOnly(photos, (slot) => isWithin(numbers[slot] ?? 0))
}

/** Keeps photos whose number is one of these. Most lists of a window use some statuses. */
export function keepAnyOf(photos: Bits, numbers: SmallNumbers, wanted: readonly number[]): void {
  keepPassing(photos, numbers, (number) => wanted.includes(number))
}

/** How many photos of the set have each number. */
export function countNumbers(numbers: ArrayLike<number>, photos: Bits): Map<number, number> {
  if (isSmall(numbers)) return toMap(countSmall(numbers, photos))
  const small = new Uint32Array(SMALL) // where a Map would take several times longer
  const counts = new Map<number, number>()
  for (let at = 0; at < photos.length; at++) {
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const value = numbers[(at << 5) + 31 - Math.clz32(word & -word)]!
      if (value >= 0 && value < SMALL) small[value] = small[value]! + 1
      else counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return toMap(small, counts)
}

function toMap(small: Uint32Array, counts = new Map<number, number>()): Map<number, number> {
  for (let value = 0; value < small.length; value++) if (small[value]! > 0) counts.set(value, small[value]!)
  return counts
}

/** Numbers with their counts, by rising number. */
export const inOrder = (counts: ReadonlyMap<number, number>): { value: number; count: number }[] =>
  [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value)

/**
 * Photos whose number is in any range that a term names. `numberOf` converts the stored number; NaN for none, which is
 * in no range.
 */
export function withNumbers(
  index: PhotoIndex,
  field: SearchField,
  { comparison, values }: FieldNode,
  kept: ArrayLike<number>,
  numberOf: (kept: number) => number = (number) => number,
): Bits {
  const tests = values.flatMap((value) => {
    const range = readNumbers(field, comparison, value)
    return range === null ? [] : [inRange(range)]
  })
  const passes = (number: number) => tests.some((test) => test(numberOf(number)))
  return withKept(index, kept, passes)
}

/** Photos whose stored number passes a test. */
export function withKept(index: PhotoIndex, kept: ArrayLike<number>, passes: (kept: number) => boolean): Bits {
  const found = index.live.slice()
  if (isSmall(kept)) keepPassing(found, kept, passes)
  else keepOnly(found, (slot) => passes(kept[slot] ?? 0))
  return found
}

/** How many photos of a set have a number that passes a test. */
export function countWithin(photos: Bits, numbers: SmallNumbers, passes: (number: number) => boolean): number {
  let within = 0
  for (const [number, count] of countNumbers(numbers, photos)) if (passes(number)) within += count
  return within
}

/** Numbers of photos that are small enough for tables by number. */
type SmallNumbers = Uint8Array | Uint16Array

/** More than any of them. */
const SMALL = 65_536

const isSmall = (numbers: ArrayLike<number>): numbers is SmallNumbers =>
  numbers instanceof Uint8Array || numbers instanceof Uint16Array

// Each loop is here twice, for one kind of array: a loop that meets both takes three times as long, and these run over
// a million photos while a window waits.

/** How many photos of a set have each number. */
const countSmall = (numbers: SmallNumbers, photos: Bits): Uint32Array =>
  numbers instanceof Uint8Array ? countBytes(numbers, photos) : countShorts(numbers, photos)

function countBytes(numbers: Uint8Array, photos: Bits): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < photos.length; at++) {
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const value = numbers[(at << 5) + 31 - Math.clz32(word & -word)]!
      counts[value] = counts[value]! + 1
    }
  }
  return counts
}

function countShorts(numbers: Uint16Array, photos: Bits): Uint32Array {
  const counts = new Uint32Array(SMALL)
  for (let at = 0; at < photos.length; at++) {
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const value = numbers[(at << 5) + 31 - Math.clz32(word & -word)]!
      counts[value] = counts[value]! + 1
    }
  }
  return counts
}

/** Keeps photos whose number passes a test, which is called once for each different number. */
function keepPassing(photos: Bits, numbers: SmallNumbers, passes: (number: number) => boolean): void {
  const counts = countSmall(numbers, photos)
  const isKept = new Uint8Array(counts.length)
  for (let number = 0; number < counts.length; number++) if (counts[number]! > 0 && passes(number)) isKept[number] = 1
  if (numbers instanceof Uint8Array) keepBytes(photos, numbers, isKept)
  else keepShorts(photos, numbers, isKept)
}

function keepBytes(photos: Bits, numbers: Uint8Array, isKept: Uint8Array): void {
  for (let at = 0; at < photos.length; at++) {
    let kept = 0
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const lowest = word & -word
      if (isKept[numbers[(at << 5) + 31 - Math.clz32(lowest)]!] === 1) kept |= lowest
    }
    photos[at] = kept
  }
}

function keepShorts(photos: Bits, numbers: Uint16Array, isKept: Uint8Array): void {
  for (let at = 0; at < photos.length; at++) {
    let kept = 0
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const lowest = word & -word
      if (isKept[numbers[(at << 5) + 31 - Math.clz32(lowest)]!] === 1) kept |= lowest
    }
    photos[at] = kept
  }
}
