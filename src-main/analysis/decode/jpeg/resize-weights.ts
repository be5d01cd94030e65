import { LRUCache } from 'lru-cache'

/** How a new pixel is computed from the pixels around it, by their distance. */
export type Filter = 'lanczos3' | 'linear'

/** For each new position along a side, its first old one, and the shares of that and the following ones. */
export type SideWeights = { starts: Int32Array; taps: number; shares: Float64Array }

const reach: Readonly<Record<Filter, number>> = { lanczos3: 3, linear: 1 }
const valueOf: Readonly<Record<Filter, (x: number) => number>> = {
  lanczos3: (x) =>
    x === 0 ? 1 : Math.abs(x) >= 3 ? 0 : (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2,
  linear: (x) => Math.max(0, 1 - Math.abs(x)),
}

/** Photos of one camera have one size. */
const known = new LRUCache<string, SideWeights>({ max: 16 })

/**
 * Weights for resizing a side from `before`, which may be fractional, to `after` pixels. When it shrinks, the filter
 * widens in proportion; beyond the edges the outermost pixel is repeated.
 */
export function weighSide(before: number, after: number, filter: Filter): SideWeights {
  const key = `${before} ${after} ${filter}`
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const shrink = before / after
  const wide = Math.max(1, shrink)
  const last = Math.ceil(before) - 1
  const taps = Math.min(last + 1, Math.ceil(2 * reach[filter] * wide) + 1)
  const weights = { starts: new Int32Array(after), taps, shares: new Float64Array(after * taps) }
  for (let i = 0; i < after; i++) weighPlace(i, { shrink, wide, last, filter }, weights)
  known.set(key, weights)
  return weights
}

type Side = { shrink: number; wide: number; last: number; filter: Filter }

function weighPlace(i: number, { shrink, wide, last, filter }: Side, { starts, taps, shares }: SideWeights): void {
  const middle = (i + 0.5) * shrink - 0.5
  const first = Math.ceil(middle - reach[filter] * wide)
  const start = Math.max(0, Math.min(first, last + 1 - taps))
  starts[i] = start
  const own = shares.subarray(i * taps, (i + 1) * taps)
  for (let from = first; from <= middle + reach[filter] * wide; from++)
    own[Math.max(0, Math.min(last, from)) - start]! += valueOf[filter]((from - middle) / wide)
  const sum = own.reduce((total, share) => total + share, 0)
  for (let tap = 0; tap < taps; tap++) own[tap]! /= sum
}

/** Shares as multiples of 1 / `unit`; `stride` lies between the shares of one position, whose sum stays 1. */
export function asNumbers({ starts, taps, shares }: SideWeights, unit: number, stride: number): Int16Array {
  const numbers = new Int16Array(starts.length * stride)
  for (let i = 0; i < starts.length; i++) {
    let [left, largest] = [unit, 0]
    for (let tap = 0; tap < taps; tap++) {
      const number = Math.round(shares[i * taps + tap]! * unit)
      numbers[i * stride + tap] = number
      left -= number
      if (number > numbers[i * stride + largest]!) largest = tap
    }
    numbers[i * stride + largest]! += left
  }
  return numbers
}
