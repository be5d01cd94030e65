import type { SearchField } from '../../../contract/library/search/fields.ts'
import type { FieldNode } from '../../../contract/library/search/nodes.ts'
import { inRange, readNumbers } from '../../../contract/library/search/numbers.ts'
import { type Bits, forEachBit, keepOnly } from '../columns/bits.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'

const SMALL = 65_536

/** Keeps photos whose number lies in the range, both ends included; an end that is not given does not limit it. */
export function keepRange(photos: Bits, numbers: ArrayLike<number>, from = -Infinity, to = Infinity): void {
  keepOnly(photos, (slot) => (numbers[slot] ?? 0) >= from && (numbers[slot] ?? 0) <= to)
}

/** Keeps photos whose number is one of these, each from 0 to 255. Most lists of a window ask for some statuses. */
export function keepAnyOf(photos: Bits, numbers: Uint8Array, wanted: readonly number[]): void {
  const isWanted = new Uint8Array(256) // asked for every photo, where a set would take several times longer
  for (const number of wanted) isWanted[number] = 1
  for (let i = 0; i < photos.length; i++) {
    let kept = photos[i] ?? 0
    for (let rest = kept; rest !== 0; rest &= rest - 1) {
      const lowest = rest & -rest
      if (isWanted[numbers[(i << 5) + 31 - Math.clz32(lowest)] ?? 0] !== 1) kept &= ~lowest
    }
    photos[i] = kept
  }
}

/** How many photos of the set have each number. */
export function countNumbers(numbers: ArrayLike<number>, photos: Bits): Map<number, number> {
  if (numbers instanceof Uint8Array) return toMap(countBytes(numbers, photos))
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

/** The same loop for one kind of array alone, which is most of them: reading any kind takes several times longer. */
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

function toMap(small: Uint32Array, counts = new Map<number, number>()): Map<number, number> {
  small.forEach((count, value) => {
    if (count > 0) counts.set(value, count)
  })
  return counts
}

/** Numbers with their counts, by rising number. */
export const inOrder = (counts: ReadonlyMap<number, number>): { value: number; count: number }[] =>
  [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value)

/**
 * Photos whose number lies in any range that a term names. `numberOf` gives the number behind what is kept; NaN where
 * there is none, which lies in no range.
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
  return withKept(index, kept, kept instanceof Uint8Array || kept instanceof Uint16Array ? remember(passes) : passes)
}

/** Photos of which what is kept passes a test. */
export function withKept(index: PhotoIndex, kept: ArrayLike<number>, passes: (kept: number) => boolean): Bits {
  const found = index.live.slice()
  keepOnly(found, (slot) => passes(kept[slot] ?? 0))
  return found
}

/** How many photos of a set have a number that passes a test. */
export function countWithin(photos: Bits, numbers: ArrayLike<number>, passes: (number: number) => boolean): number {
  let count = 0
  forEachBit(photos, (slot) => {
    if (passes(numbers[slot] ?? 0)) count++
  })
  return count
}

/** A test of small numbers that is asked once for each: a million photos share some hundred. */
function remember(test: (number: number) => boolean): (number: number) => boolean {
  const known = new Uint8Array(SMALL) // 1 fails, 2 passes
  return (number) => {
    if (known[number] === 0) known[number] = test(number) ? 2 : 1
    return known[number] === 2
  }
}
