import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { createWhitening, minus, spreadAlong, type Background, type Calibration } from './background.ts'
import type { LinearHead } from './linear-head.ts'
import { solveSymmetric } from './solve-symmetric.ts'
import { addScaled, compareVectors, distinct, dot, unitVector } from '../vectors/unit-vector.ts'

export type TagExamples = { positives: readonly ArrayLike<number>[]; negatives: readonly ArrayLike<number>[] }

/**
 * Converts a tag's score, in spreads of the background, to the log-odds that it fits: those of two normal distributions
 * `apart` from each other (linear discriminant; Hastie, Tibshirani and Friedman 2009, 4.3). They are scaled as Platt
 * (1999) does, since scores of photos are not normally distributed. The values are for MobileNetV2. They lie between
 * the fit to labelled features of similar photos (`build/heads/fit-tag-calibration.ts`: slope about 0.55, base -3) and
 * the fit to those together with labels of mixed photos (0.35, -2.3). `base` is the log-odds of a tag that some 7% of
 * the photos have. Other models have their own values in their statistics.
 */
const STANDARD_CALIBRATION: Calibration = { slope: 0.47, base: -2.6, typical: 2, single: 1.6, spread: 2 }
/**
 * The prior for the distance of photos with a tag weighs as much as one example. `doubt` standard errors are
 * subtracted, so that few, contradictory examples promise little; `min` is the lower bound.
 */
const APART = { doubt: 1, min: 0.3 }

/**
 * Trains a tag from a handful of photos in milliseconds: the exemplar discriminant of Hariharan, Malik and Ramanan
 * (ECCV 2012), the mean of the examples minus that of the background, whitened by the background's shrunken covariance.
 * Photos without the tag pull their own score towards the background's middle, as observations of a Gaussian process do
 * (Rasmussen and Williams 2006, 2.2), and leave dissimilar photos unchanged. Order and repetition of examples do not
 * matter; an example that is also a counter-example counts for neither. Throws `bad-params` if none is left.
 */
export function trainTagHead(examples: TagExamples, background: Background): LinearHead {
  const { direction, middle, spread, apart } = findDirection(examples, background)
  const calibration = background.calibration ?? STANDARD_CALIBRATION
  const slope = calibration.slope * apart
  return {
    weights: direction.map((value) => (slope * value) / spread),
    bias: calibration.base - (slope * apart) / 2 - (slope * middle) / spread,
  }
}

/**
 * A tag before calibration: photos without it score around `middle` with this `spread`; a photo with it is expected
 * `apart` spreads above, a cautious estimate.
 */
export type TagDirection = { direction: Float32Array; middle: number; spread: number; apart: number }

/** The direction in which photos with the tag differ from others; see {@link trainTagHead}. */
export function findDirection({ positives, negatives }: TagExamples, background: Background): TagDirection {
  const dimensions = background.mean.length
  const given = distinct(positives.map((vector) => unitVector(vector, dimensions)))
  const against = distinct(negatives.map((vector) => unitVector(vector, dimensions)))
  const examples = without(given, against).map((vector) => minus(vector, background.mean))
  const counterExamples = without(against, given).map((vector) => minus(vector, background.mean))
  if (examples.length === 0)
    throw new AppError(
      'bad-params',
      given.length === 0 ? say('classifiers.tagWithoutExample') : say('classifiers.tagContradicted'),
    )
  const whiten = createWhitening(background, shrinkageFor(examples.length))
  const whitened = examples.map(whiten)
  const direction = sumOf(whitened, 1 / examples.length)
  const heldOut = scoreHeldOut(examples, whitened)
  const correction = conditionOn(counterExamples, whiten, direction)
  addScaled(direction, correction, -1)
  const { middle, spread } = spreadAlong(background, direction)
  const offset = dot(background.mean, direction) - middle
  const scores = heldOut.map((score, n) => (score - dot(examples[n]!, correction) + offset) / spread)
  return { direction, middle, spread, apart: expectApart(scores, background.calibration ?? STANDARD_CALIBRATION) }
}

/** With few examples nearly all directions count alike; with many, the background's own differences are removed. */
const shrinkageFor = (count: number): number => 1 - (0.05 * count) / (count + 8)

function without(vectors: readonly Float32Array[], others: readonly Float32Array[]): Float32Array[] {
  return vectors.filter((vector) => !others.some((other) => compareVectors(vector, other) === 0))
}

function sumOf(vectors: readonly Float32Array[], factor: number): Float32Array {
  const sum = new Float64Array(vectors[0]!.length)
  for (const vector of vectors) addScaled(sum, vector, factor)
  return Float32Array.from(sum)
}

/**
 * The score of each example above the background's mean after training with the others alone (leave-one-out; Stone
 * 1974); empty for a single example.
 */
function scoreHeldOut(examples: readonly Float32Array[], whitened: readonly Float32Array[]): number[] {
  if (examples.length === 1) return []
  const total = sumOf(whitened, 1)
  return examples.map((example, n) => (dot(example, total) - dot(example, whitened[n]!)) / (examples.length - 1))
}

/**
 * Mean of the held-out scores, pulled towards the typical value, less its doubt (the posterior of a normal mean; Gelman
 * et al. 2013, 3.3).
 */
function expectApart(scores: readonly number[], { typical, single, spread }: Calibration): number {
  if (scores.length === 0) return single
  const total = scores.reduce((sum, score) => sum + score, 0)
  const squares = scores.reduce((sum, score) => sum + (score - total / scores.length) ** 2, spread ** 2)
  const known = scores.length + 1
  return Math.max(APART.min, (typical + total) / known - (APART.doubt * Math.sqrt(squares)) / known)
}

/**
 * Noise of a counter-example as a share of its own variance, times their number, at most 1: similar ones lower their
 * score by nine tenths, however many there are.
 */
const NOISE = 0.1

/**
 * The part to subtract from the direction so that counter-examples score like the background. They count as noisy, so
 * that none has too much influence.
 */
function conditionOn(
  counterExamples: readonly Float32Array[],
  whiten: (vector: Float32Array) => Float32Array,
  direction: Float32Array,
): Float32Array {
  if (counterExamples.length === 0) return new Float32Array(direction.length)
  const whitened = counterExamples.map(whiten)
  const kernel = counterExamples.map((example) => whitened.map((other) => dot(example, other)))
  const noise = (Math.min(1, NOISE * kernel.length) * kernel.reduce((sum, row, n) => sum + row[n]!, 0)) / kernel.length
  kernel.forEach((row, n) => (row[n]! += noise))
  const shares = solveSymmetric(
    kernel,
    counterExamples.map((example) => dot(example, direction)),
  )
  const correction = new Float32Array(direction.length)
  whitened.forEach((vector, n) => addScaled(correction, vector, shares[n]!))
  return correction
}
