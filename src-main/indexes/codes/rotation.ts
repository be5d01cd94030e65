/** A repeatable source of 32 random bits (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}

const ROUNDS = 4

/**
 * A random rotation of vectors of one length, always the same for a seed: rounds of random signs, a Walsh-Hadamard
 * transform and a mixing of both halves. It removes any trace of a vector's axes, so that rounding errors follow the
 * same law for all vectors. Takes `dimensions * log(dimensions)` additions instead of the square of `dimensions`.
 */
export class Rotation {
  readonly #dimensions: number
  /** The largest power of two that fits; the transform takes this many numbers from the start, then from the end. */
  readonly #part: number
  readonly #signs: Float32Array[]

  constructor(dimensions: number, seed: number) {
    const random = createRandom(seed)
    this.#dimensions = dimensions
    this.#part = 2 ** Math.floor(Math.log2(dimensions))
    this.#signs = Array.from({ length: ROUNDS }, () =>
      Float32Array.from({ length: dimensions }, () => (random() & 1 ? 1 : -1)),
    )
  }

  /** Rotates in place. */
  apply(vector: Float32Array): void {
    const rest = this.#dimensions - this.#part
    this.#signs.forEach((signs, round) => {
      for (let i = 0; i < vector.length; i++) vector[i]! *= signs[i]!
      const start = round % 2 === 0 ? 0 : rest
      transform(vector.subarray(start, start + this.#part))
      if (rest > 0) mixHalves(vector)
    })
  }
}

/** The Walsh-Hadamard transform, scaled so that it keeps lengths; the number of values is a power of two. */
function transform(values: Float32Array): void {
  const { length } = values
  const isOdd = Math.log2(length) % 2 === 1
  if (isOdd) transformPairs(values, length / 2)
  // Two levels at a time, which reads and writes each number half as often.
  for (let step = (isOdd ? length / 2 : length) / 4; step >= 1; step /= 4)
    for (let start = 0; start < length; start += step * 4) transformFours(values, start, step)
  const scale = 1 / Math.sqrt(length)
  for (let i = 0; i < length; i++) values[i]! *= scale
}

function transformPairs(values: Float32Array, half: number): void {
  for (let i = 0; i < half; i++) {
    const [a, b] = [values[i]!, values[i + half]!]
    values[i] = a + b
    values[i + half] = a - b
  }
}

function transformFours(values: Float32Array, start: number, step: number): void {
  for (let i = start; i < start + step; i++) {
    const a = values[i]!
    const b = values[i + step]!
    const c = values[i + 2 * step]!
    const d = values[i + 3 * step]!
    const [ac, bd, ca, db] = [a + c, b + d, a - c, b - d]
    values[i] = ac + bd
    values[i + step] = ac - bd
    values[i + 2 * step] = ca + db
    values[i + 3 * step] = ca - db
  }
}

/** Rotates each number of the first half with its counterpart in the second by 45 degrees. */
function mixHalves(values: Float32Array): void {
  const half = Math.floor(values.length / 2)
  for (let i = 0; i < half; i++) {
    const [a, b] = [values[i]!, values[i + half]!]
    values[i] = (a + b) * Math.SQRT1_2
    values[i + half] = (a - b) * Math.SQRT1_2
  }
}
