import { dot, normalise } from '../../analysis/vectors/unit-vector.ts'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/** Highest level of a row's high byte; -128 is unused, so that rows are symmetric. */
export const ROW_LEVELS = 127
/** Steps into which the low byte divides one level. */
export const FINE_STEPS = 254

/**
 * Copies a vector, scaled to length 1; a vector of zeros stays unchanged. Throws `bad-params` for a wrong length or a
 * value that is not a number.
 */
export function unitRow(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions)
    throw new AppError('bad-params', say('classifiers.vectorLength', { values: vector.length, expected: dimensions }))
  if (!Number.isFinite(dot(vector, vector))) throw new AppError('bad-params', say('classifiers.vectorNotFinite'))
  return normalise(vector)
}

/**
 * Writes a unit vector into the two planes of a row and returns its scale: `value = scale * (high + low / FINE_STEPS)`.
 */
export function quantiseInto(unit: Float32Array, high: Int8Array, low: Int8Array | null): number {
  const scale = largestOf(unit) / ROW_LEVELS
  const divisor = scale || 1
  for (let i = 0; i < unit.length; i++) {
    const level = unit[i]! / divisor
    const coarse = nearest(level)
    high[i] = coarse
    if (low) low[i] = nearest((level - coarse) * FINE_STEPS)
  }
  return scale
}

/** Writes a unit query as 16-bit numbers, as fine as the 32-bit sums of the scan allow, and returns its scale. */
export function quantiseQuery(unit: Float32Array, out: Int16Array): number {
  const levels = Math.min(32_767, Math.floor((2 ** 31 - 1) / (ROW_LEVELS * unit.length)))
  const scale = largestOf(unit) / levels
  out.fill(0)
  for (let i = 0; i < unit.length; i++) out[i] = scale > 0 ? Math.round(unit[i]! / scale) : 0
  return scale
}

/** The largest absolute value. */
function largestOf(vector: Float32Array): number {
  let largest = 0
  for (let i = 0; i < vector.length; i++) if (Math.abs(vector[i]!) > largest) largest = Math.abs(vector[i]!)
  return largest
}

/** As `Math.round`, which takes V8 five times as long; opening an index writes millions of rows. */
const nearest = (value: number): number => Math.floor(value + 0.5)
