import { addScaled, dot } from '../../analysis/vectors/unit-vector.ts'
import { createRandom, Rotation } from './rotation.ts'

const PASSES = 3
/** Vectors of the sample between two pauses. */
const SLICE = 32
const SEED = 71
/** If less than this share of a direction's length remains, the remainder is rounding error. */
const NOTHING = 1e-4

/**
 * Learns the few directions in which vectors differ most (principal components, by subspace iteration). Returns `size`
 * orthonormal rows. The first is what all vectors have in common; the others are rotated at random among each other, so
 * that they carry equal weight. Any sample gives a correct basis; one that resembles future vectors leaves shorter
 * rests. Yields between slices of work of a few milliseconds.
 */
export function* learnBasis(
  sample: readonly Float32Array[],
  dimensions: number,
  size: number,
): Generator<void, Float32Array[]> {
  const random = createRandom(SEED)
  const noise = (): Float32Array => Float32Array.from({ length: dimensions }, () => random() / 2 ** 31 - 1)
  let basis = orthonormal(Array.from({ length: size }, noise), noise)
  for (let pass = 0; pass < PASSES && sample.length > 0; pass++) {
    const sums = basis.map(() => new Float32Array(dimensions))
    for (const [n, vector] of sample.entries()) {
      basis.forEach((row, at) => addProjection(sums[at]!, vector, row))
      if (n % SLICE === SLICE - 1) yield
    }
    basis = orthonormal(sums, noise)
    yield
  }
  const [first, ...others] = basis
  return [first!, ...mixed(others, dimensions)]
}

/** Adds a vector's projection on a row to a sum, in the vector's direction. This loop is most of the learning. */
function addProjection(sum: Float32Array, vector: Float32Array, row: Float32Array): void {
  let [even, odd] = [0, 0]
  for (let i = 0; i + 1 < row.length; i += 2) {
    even += row[i]! * vector[i]!
    odd += row[i + 1]! * vector[i + 1]!
  }
  const along = even + odd
  for (let i = 0; i < sum.length; i++) sum[i]! += along * vector[i]!
}

/** Runs a generator that pauses between slices of work to its end. */
export function runThrough<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/**
 * Gram-Schmidt, twice for each row, because once leaves rounding errors. `instead` replaces rows that depend on others.
 */
function orthonormal(rows: readonly Float32Array[], instead: () => Float32Array): Float32Array[] {
  const done: Float32Array[] = []
  for (const row of rows) {
    let [unit, isNew] = orthogonalPart(row, done)
    while (!isNew) [unit, isNew] = orthogonalPart(instead(), done)
    done.push(unit)
  }
  return done
}

/** The part of a row that is orthogonal to the others, at length 1, and whether it is more than rounding error. */
function orthogonalPart(row: Float32Array, others: readonly Float32Array[]): [Float32Array, boolean] {
  const rest = Float64Array.from(row)
  const before = Math.sqrt(dot(rest, rest))
  for (let pass = 0; pass < 2; pass++) for (const other of others) addScaled(rest, other, -dot(other, rest))
  const after = Math.sqrt(dot(rest, rest))
  return [Float32Array.from(rest, (value) => value / (after || 1)), after > before * NOTHING]
}

function mixed(basis: readonly Float32Array[], dimensions: number): Float32Array[] {
  if (basis.length === 0) return []
  const rotation = new Rotation(basis.length, SEED)
  const turned = basis.map(() => new Float32Array(dimensions))
  for (let i = 0; i < dimensions; i++) {
    const column = Float32Array.from(basis, (row) => row[i]!)
    rotation.apply(column)
    column.forEach((value, at) => (turned[at]![i] = value))
  }
  return turned
}
