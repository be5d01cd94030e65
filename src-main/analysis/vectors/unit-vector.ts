import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/**
 * The embedding at length 1. Throws `bad-params` if it has another number of values than expected, contains one that is
 * not a number, or is all zeros.
 */
export function unitVector(embedding: ArrayLike<number>, dimensions: number): Float32Array {
  if (embedding.length !== dimensions)
    throw new AppError(
      'bad-params',
      say('classifiers.vectorLength', { values: embedding.length, expected: dimensions }),
    )
  const sum = dot(embedding, embedding)
  if (!Number.isFinite(sum)) throw new AppError('bad-params', say('classifiers.vectorNotFinite'))
  if (sum === 0) throw new AppError('bad-params', say('classifiers.vectorZero'))
  return normalise(embedding)
}

/** The vector scaled to length 1; a zero vector stays zero. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  const unit = new Float32Array(vector.length)
  for (let j = 0; j < unit.length; j++) unit[j] = vector[j]! / length
  return unit
}

/** Sum of products. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!
  return sum
}

/** Adds `factor * b` to `a` in place. */
export function addScaled(a: Float32Array | Float64Array, b: ArrayLike<number>, factor: number): void {
  for (let j = 0; j < a.length; j++) a[j]! += factor * b[j]!
}

/** `1 / (1 + exp(-z))`, without overflow. */
export const logistic = (z: number): number => (z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z)))

/** The vectors sorted and without duplicates, so that neither order nor repetition of examples affects training. */
export function distinct(vectors: readonly Float32Array[]): Float32Array[] {
  const sorted = [...vectors].sort(compareVectors)
  return sorted.filter((vector, n) => n === 0 || compareVectors(vector, sorted[n - 1]!) !== 0)
}

/** Negative, zero or positive, by the first value that differs. */
export function compareVectors(a: Float32Array, b: Float32Array): number {
  for (let j = 0; j < a.length; j++) if (a[j] !== b[j]) return a[j]! - b[j]!
  return 0
}
