/** Turns the unlikeness of two unit vectors (1 minus their cosine) into a distance from 0 (identical) to 1 (unrelated); never falls as unlikeness rises. */
export type DistanceOf = (unlikeness: number) => number

/** Below this the difference is rounding, and the pictures are identical. */
const ROUNDING = 1e-9
const clamp = (value: number): number => (value < ROUNDING ? 0 : Math.min(1, value))

/** Distance of content embeddings: 1 minus the cosine. */
export const contentDistance: DistanceOf = (unlikeness) => clamp(unlikeness)

/** Distance of colour signatures: the Hellinger distance, since signatures are square roots of shares and their cosine is the Bhattacharyya coefficient. */
export const colorDistance: DistanceOf = (unlikeness) => Math.sqrt(clamp(unlikeness))

/**
 * 1 minus the cosine of two unit vectors, as half their squared distance: near 0 that keeps the digits which 1 minus a
 * product would lose. A vector of zeros is unrelated to everything.
 */
export function unlikenessOf(a: Float32Array, b: Float32Array): number {
  let [apart, lengthA, lengthB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!]
    apart += (x - y) * (x - y)
    lengthA += x * x
    lengthB += y * y
  }
  return lengthA === 0 || lengthB === 0 ? 1 : apart / 2
}
