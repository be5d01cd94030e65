import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { softmax } from '../vectors/softmax.ts'
import { addScaled, compareVectors, dot, unitVector } from '../vectors/unit-vector.ts'
import type { LinearHead } from './linear-head.ts'

type Sample = { vector: Float32Array; label: number }

const ITERATIONS = 60
const DECAY = 1e-4
/** Larger sets of examples are thinned evenly within each class, so that training takes seconds. */
const MAX_EXAMPLES = 2000

/**
 * Trains mutually exclusive classes: multinomial logistic regression on centred unit embeddings with a little weight
 * decay. It is fitted by Nesterov's accelerated gradient (1983) with the step from the largest curvature (Böhning
 * 1992). Each class has the same weight, however many examples it has. Deterministic; order and repetition of examples
 * do not matter. Throws `bad-params` for fewer than two classes, a class without examples, or a photo in two classes.
 */
export function trainSoftmaxHead(
  examples: readonly (readonly ArrayLike<number>[])[],
  dimensions: number,
): LinearHead[] {
  if (examples.length < 2) throw new AppError('bad-params', say('classifiers.twoCategories'))
  const samples = gather(examples, dimensions)
  const mean = new Float64Array(dimensions)
  for (const { vector } of samples) addScaled(mean, vector, 1 / samples.length)
  const scale =
    Math.sqrt(
      samples.reduce((sum, { vector }) => sum + vector.reduce((all, value, j) => all + (value - mean[j]!) ** 2, 0), 0) /
        samples.length,
    ) || 1
  const centred = samples.map(({ vector, label }) => ({
    label,
    vector: vector.map((value, j) => (value - mean[j]!) / scale),
  }))
  const { weights, biases } = fit(centred, examples.length)
  return weights.map((row, k) => ({
    weights: Float32Array.from(row, (value) => value / scale),
    bias: biases[k]! - dot(row, mean) / scale,
  }))
}

function gather(examples: readonly (readonly ArrayLike<number>[])[], dimensions: number): Sample[] {
  const max = Math.max(1, Math.floor(MAX_EXAMPLES / examples.length))
  const all = examples.flatMap((vectors, label) =>
    vectors.map((vector) => ({ label, vector: unitVector(vector, dimensions) })),
  )
  all.sort((a, b) => compareVectors(a.vector, b.vector))
  const samples = all.filter(({ vector, label }, n) => {
    const before = all[n - 1]
    if (before === undefined || compareVectors(vector, before.vector) !== 0) return true
    if (before.label !== label) throw new AppError('bad-params', say('classifiers.exampleOfTwo'))
    return false
  })
  return examples.flatMap((_, label) => {
    const own = samples.filter((sample) => sample.label === label)
    if (own.length === 0) throw new AppError('bad-params', say('classifiers.categoryWithoutExample'))
    return own.length <= max ? own : Array.from({ length: max }, (_, n) => own[Math.floor((n * own.length) / max)]!)
  })
}

type Fit = { weights: Float64Array[]; biases: number[] }

function fit(samples: readonly Sample[], classes: number): Fit {
  const dimensions = samples[0]!.vector.length
  const empty = (): Fit => ({
    weights: Array.from({ length: classes }, () => new Float64Array(dimensions)),
    biases: Array<number>(classes).fill(0),
  })
  const shares = Array.from(
    { length: classes },
    (_, k) => 1 / (classes * samples.filter(({ label }) => label === k).length),
  )
  const step = 1 / (largestCurvature(samples, shares) + DECAY)
  let [now, ahead] = [empty(), empty()]
  for (let round = 0; round < ITERATIONS; round++) {
    const slope = slopeAt(ahead, samples, shares, empty())
    const next: Fit = {
      weights: ahead.weights.map((row, k) =>
        row.map((value, j) => value - step * (slope.weights[k]![j]! + DECAY * value)),
      ),
      biases: ahead.biases.map((value, k) => value - Math.min(step, 2) * slope.biases[k]!),
    }
    const momentum = round / (round + 3)
    ahead = {
      weights: next.weights.map((row, k) => row.map((value, j) => value + momentum * (value - now.weights[k]![j]!))),
      biases: next.biases.map((value, k) => value + momentum * (value - now.biases[k]!)),
    }
    now = next
  }
  return now
}

function slopeAt(at: Fit, samples: readonly Sample[], shares: readonly number[], slope: Fit): Fit {
  for (const { vector, label } of samples) {
    const chances = softmax(at.weights.map((row, k) => dot(row, vector) + at.biases[k]!))
    for (const [k, chance] of chances.entries()) {
      const error = (chance - (k === label ? 1 : 0)) * shares[label]!
      addScaled(slope.weights[k]!, vector, error)
      slope.biases[k]! += error
    }
  }
  return slope
}

/**
 * An upper bound of the curvature: half the largest eigenvalue of the weighted second moments, by power iteration, and
 * slightly raised for safety.
 */
function largestCurvature(samples: readonly Sample[], shares: readonly number[]): number {
  let direction = Float64Array.from(
    samples[0]!.vector,
    (value, j) => value + Math.sin(j + 1) / samples[0]!.vector.length,
  )
  let largest = 0
  for (let round = 0; round < 12; round++) {
    const image = new Float64Array(direction.length)
    for (const { vector, label } of samples) addScaled(image, vector, shares[label]! * dot(vector, direction))
    const length = Math.sqrt(dot(image, image))
    largest = length / (Math.sqrt(dot(direction, direction)) || 1)
    if (length === 0) return 1
    direction = image.map((value) => value / length)
  }
  return 0.55 * largest
}
