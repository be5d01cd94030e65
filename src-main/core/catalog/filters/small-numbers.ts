import type { Bits } from '../columns/bits.ts'

/** Numbers of photos that are small enough for tables by number. */
export type SmallNumbers = Uint8Array | Uint16Array

/** More than any of them. */
export const SMALL = 65_536

export const isSmall = (numbers: ArrayLike<number>): numbers is SmallNumbers =>
  numbers instanceof Uint8Array || numbers instanceof Uint16Array

// Each loop stands here twice, for one kind of array: a loop that meets both takes three times as long, and these run
// over a million photos while a window waits.

/** How many photos of a set have each number. */
export const countSmall = (numbers: SmallNumbers, photos: Bits): Uint32Array =>
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

/** Keeps photos whose number passes a test, which is asked once for each number that a photo has. */
export function keepPassing(photos: Bits, numbers: SmallNumbers, passes: (number: number) => boolean): void {
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
