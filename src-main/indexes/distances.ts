/**
 * Turns the unlikeness of two unit vectors (1 minus their cosine) into a distance from 0 (identical) to 1 (unrelated);
 * never falls as unlikeness rises.
 */
export type DistanceOf = (unlikeness: number) => number

/** Below this the difference is rounding, and the pictures are identical. */
const ROUNDING = 1e-9
const clamp = (value: number): number => (value < ROUNDING ? 0 : Math.min(1, value))

/** Distance of content embeddings: 1 minus the cosine. */
export const contentDistance: DistanceOf = (unlikeness) => clamp(unlikeness)

/**
 * Distance of colour signatures: the Hellinger distance, since signatures are square roots of shares and their cosine
 * is the Bhattacharyya coefficient.
 */
export const colorDistance: DistanceOf = (unlikeness) => Math.sqrt(clamp(unlikeness))

/**
 * 1 minus the cosine of two unit vectors, as half their squared distance: near 0 that keeps digits that 1 minus a
 * product would lose. A vector of zeros is unrelated to everything.
 */
export function unlikenessOf(a: Float32Array, b: Float32Array): number {
  if (isZero(a) || isZero(b)) return 1
  // Four sums, since each addition would otherwise wait for the one before it; this loop is most of a search's time.
  let [first, second, third, fourth] = [0, 0, 0, 0]
  const even = a.length - (a.length % 4)
  for (let i = 0; i < even; i += 4) {
    const p = a[i]! - b[i]!
    const q = a[i + 1]! - b[i + 1]!
    const r = a[i + 2]! - b[i + 2]!
    const s = a[i + 3]! - b[i + 3]!
    first += p * p
    second += q * q
    third += r * r
    fourth += s * s
  }
  for (let i = even; i < a.length; i++) first += (a[i]! - b[i]!) ** 2
  return (first + second + third + fourth) / 2
}

function isZero(vector: Float32Array): boolean {
  let i = 0
  while (i < vector.length && vector[i] === 0) i++
  return i === vector.length
}
