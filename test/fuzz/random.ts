/** Numbers that are the same on every machine for the same seed, and choices made with them. */
export type Random = {
  /** An integer from 0 up to but not including `count`. */
  below(count: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(count: number): Buffer
  some<T>(most: number, make: () => T): T[]
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[below(list.length)]!,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  }
}
