import { AppError } from '../../../contract/errors.ts'
import { createWhitening, minus, spreadAlong, type Background } from './background.ts'
import { solveSymmetric } from './solve.ts'
import { addScaled, compareVectors, distinct, dot, logistic, unitVector } from './unit-vector.ts'

/** A linear head on unit embeddings: `logistic(weights . x + bias)` is the calibrated chance, 0 to 1, that the tag fits. */
export type LinearHead = { weights: Float32Array; bias: number }

export type TagExamples = { positives: readonly ArrayLike<number>[]; negatives: readonly ArrayLike<number>[] }

/**
 * From a tag's score, in spreads of the background, to the log-odds that it fits: fitted once over all 18 classes of the
 * labelled features, even rows, 1 to 40 examples, by `build/heads/fit-tag-calibration.ts` (`test/eval/taggers.ts` prints how
 * well it holds on the odd ones). `base` is
 * the log-odds of a tag that some 5% of the photos have.
 */
const CALIBRATION = { slope: 1.749, expected: -0.585, base: -3.649 }
/** How alike two examples of one tag are beside an example and itself, on average; with the weight in examples of knowing that. */
const LIKENESS = { typical: 0.18, weight: 2 }

/**
 * Learns a tag from a handful of photos in milliseconds: the exemplar discriminant of Hariharan, Malik and Ramanan (ECCV 2012),
 * the mean of the examples minus that of the background, whitened by the background's shrunken covariance. Photos that lack the
 * tag pull their own score towards the background's middle, as observations of a Gaussian process would (Rasmussen and
 * Williams 2006, 2.2), and leave unlike photos as they were. Order and repetition of examples change nothing; an example that
 * also stands among the counter-examples counts for neither. Throws `bad-params` where none is left.
 */
export function learnTag(examples: TagExamples, background: Background): LinearHead {
  const { direction, middle, spread, apart } = findDirection(examples, background)
  const { slope, expected, base } = CALIBRATION
  return { weights: direction.map((value) => (slope * value) / spread), bias: base + expected * apart - (slope * middle) / spread }
}

/** A tag before calibration: photos without it score around `middle` with this `spread`; one with it is expected `apart` spreads above. */
export type TagDirection = { direction: Float32Array; middle: number; spread: number; apart: number }

/** The direction in which photos with the tag differ from others; see {@link learnTag}. */
export function findDirection({ positives, negatives }: TagExamples, background: Background): TagDirection {
  const dimensions = background.mean.length
  const given = distinct(positives.map((vector) => unitVector(vector, dimensions)))
  const against = distinct(negatives.map((vector) => unitVector(vector, dimensions)))
  const examples = without(given, against).map((vector) => minus(vector, background.mean))
  const counterExamples = without(against, given).map((vector) => minus(vector, background.mean))
  if (examples.length === 0) throw new AppError('bad-params', given.length === 0 ? 'A tag is learned from at least one photo that has it.' : 'Every example was also given as a counter-example; choose photos that clearly have the tag.')
  const whiten = createWhitening(background, shrinkageFor(examples.length))
  const whitened = examples.map(whiten)
  const direction = sumOf(whitened, 1 / examples.length)
  const expected = expectedScore(examples, whitened)
  const correction = conditionOn(counterExamples, whiten, direction)
  addScaled(direction, correction, -1)
  const lost = examples.reduce((sum, example) => sum + dot(example, correction), 0) / examples.length
  const { middle, spread } = spreadAlong(background, direction)
  const offset = dot(background.mean, direction) - middle
  return { direction, middle, spread, apart: Math.max(0, expected - lost + offset) / spread }
}

/** Few examples: nearly all directions count alike. Many: the background's own differences are taken out. */
const shrinkageFor = (count: number): number => 1 - (0.05 * count) / (count + 8)

function without(vectors: readonly Float32Array[], others: readonly Float32Array[]): Float32Array[] {
  return vectors.filter((vector) => !others.some((other) => compareVectors(vector, other) === 0))
}

function sumOf(vectors: readonly Float32Array[], factor: number): Float32Array {
  const sum = new Float64Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, factor)
  return Float32Array.from(sum)
}

/** Score above the background's mean that a further photo with the tag will have: what each example gets from the others, or what is typical. */
function expectedScore(examples: readonly Float32Array[], whitened: readonly Float32Array[]): number {
  const count = examples.length
  const total = sumOf(whitened, 1)
  const own = examples.map((example, n) => dot(example, whitened[n]!))
  const ownMean = own.reduce((a, b) => a + b, 0) / count
  const typical = LIKENESS.weight * LIKENESS.typical * ownMean
  if (count === 1) return typical / LIKENESS.weight
  const fromOthers = examples.reduce((sum, example, n) => sum + (dot(example, total) - own[n]!) / (count - 1), 0)
  return (typical + fromOthers) / (LIKENESS.weight + count)
}

/** What to take off the direction so that counter-examples score like the background. Their noise is as large as their own variance, so that none is followed blindly. */
function conditionOn(counterExamples: readonly Float32Array[], whiten: (vector: Float32Array) => Float32Array, direction: Float32Array): Float32Array {
  if (counterExamples.length === 0) return new Float32Array(direction.length)
  const whitened = counterExamples.map(whiten)
  const kernel = counterExamples.map((example) => whitened.map((other) => dot(example, other)))
  const noise = kernel.reduce((sum, row, n) => sum + row[n]!, 0) / kernel.length
  kernel.forEach((row, n) => (row[n]! += noise))
  const shares = solveSymmetric(kernel, counterExamples.map((example) => dot(example, direction)))
  const correction = new Float32Array(direction.length)
  whitened.forEach((vector, n) => addScaled(correction, vector, shares[n]!))
  return correction
}

/** Chance, 0 to 1, that the tag fits a unit embedding. */
export const scoreTag = ({ weights, bias }: LinearHead, unit: Float32Array): number => logistic(dot(weights, unit) + bias)
