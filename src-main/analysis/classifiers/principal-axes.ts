import { addScaled, dot } from '../vectors/unit-vector.ts'

/** Directions along which vectors differ most, orthonormal, with the variance along each, greatest first. */
export type PrincipalAxes = { axes: Float32Array[]; variances: number[] }

const PASSES = 3

/**
 * Leading principal axes by subspace iteration from a fixed start (Halko, Martinsson and Tropp 2011, algorithm 4.4), so
 * that the same vectors give the same axes. `centred` are vectors minus their mean; fewer axes come back where there
 * are fewer vectors.
 */
export function findPrincipalAxes(centred: readonly Float32Array[], count: number): PrincipalAxes {
  const dimensions = centred[0]?.length ?? 0
  const wanted = Math.min(count, centred.length - 1, dimensions)
  if (wanted < 1) return { axes: [], variances: [] }
  let axes = orthonormal(Array.from({ length: wanted }, (_, k) => startVector(dimensions, k)))
  for (let pass = 0; pass < PASSES; pass++) axes = orthonormal(applyCovariance(centred, axes))
  const found = axes
    .map((axis) => ({ axis, variance: varianceAlong(centred, axis) }))
    .sort((a, b) => b.variance - a.variance)
  return { axes: found.map(({ axis }) => Float32Array.from(axis)), variances: found.map(({ variance }) => variance) }
}

/** Covariance times each axis. */
function applyCovariance(centred: readonly Float32Array[], axes: readonly Float64Array[]): Float64Array[] {
  return axes.map((axis) => {
    const image = new Float64Array(axis.length)
    for (const vector of centred) addScaled(image, vector, dot(vector, axis) / centred.length)
    return image
  })
}

function varianceAlong(centred: readonly Float32Array[], axis: Float64Array): number {
  return centred.reduce((sum, vector) => sum + dot(vector, axis) ** 2, 0) / centred.length
}

/** Gram-Schmidt, twice over for accuracy; what depends on earlier vectors is dropped. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const kept: Float64Array[] = []
  for (const vector of vectors) {
    const before = Math.sqrt(dot(vector, vector))
    for (let round = 0; round < 2; round++) for (const other of kept) addScaled(vector, other, -dot(vector, other))
    const length = Math.sqrt(dot(vector, vector))
    if (length > 1e-9 * before && length > 0) kept.push(vector.map((value) => value / length))
  }
  return kept
}

/** Numbers between -1 and 1 that look random and are always the same (Weyl sequence with a scrambled product). */
function startVector(dimensions: number, number: number): Float64Array {
  return Float64Array.from({ length: dimensions }, (_, j) => {
    const scrambled = Math.imul((number + 1) * 0x9e3779b1 + j * 0x85ebca6b, 0xc2b2ae35)
    return (scrambled ^ (scrambled >>> 15)) / 2 ** 31
  })
}
