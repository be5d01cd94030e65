import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { addScaled, dot, unitVector } from '../vectors/unit-vector.ts'

/**
 * How one embedding model sees photos in general: the mean of the unit embeddings and how they differ, as a few
 * principal axes and one variance for all other directions. `sample` holds some of the photos themselves, if they may
 * be kept.
 */
export type Background = {
  modelId: string
  mean: Float32Array
  axes: readonly Float32Array[]
  /** Variance along each axis. */
  variances: readonly number[]
  /** Variance along each of the other directions. */
  rest: number
  /**
   * The distribution of scores of the photos along the direction of a few similar ones, in standard deviations: the
   * quartile spread, and the median's distance above the mean (mostly below).
   */
  shape: { spread: number; middle: number }
  /** Converts scores of this model to chances, if measured; otherwise that of MobileNetV2 is used. */
  calibration?: Calibration | undefined
  sample: readonly Float32Array[]
}

/**
 * Converts a tag's score to the chance that it fits; distances in spreads of the background, see `train-tag-head.ts`.
 */
export type Calibration = {
  /** Log-odds of a score are `slope * (apart * score - apart^2 / 2) + base`. */
  slope: number
  base: number
  /** Expected distance of photos with a tag above the others, before any is held out; and from a single example. */
  typical: number
  single: number
  /** How much photos with the tag differ. */
  spread: number
}

/** More axes make no measurable difference; see `test/eval/taggers.ts`. */
const AXES = 32
/** Size of the sample, evenly spread over all photos; more would only cost time. */
export const BACKGROUND_SAMPLE = 1000
const MIN_PHOTOS = 2

/**
 * Describes the background from photos, mostly the person's own ordinary ones; takes at most a second. Throws
 * `bad-params` for fewer than two.
 */
export function describeBackground(modelId: string, embeddings: readonly ArrayLike<number>[]): Background {
  const step = Math.max(1, embeddings.length / BACKGROUND_SAMPLE)
  const count = Math.min(embeddings.length, BACKGROUND_SAMPLE)
  if (count < MIN_PHOTOS) throw new AppError('bad-params', say('classifiers.tooFewToCompare'))
  const dimensions = embeddings[0]!.length
  const sample = Array.from({ length: count }, (_, n) => unitVector(embeddings[Math.floor(n * step)]!, dimensions))
  const sum = new Float64Array(dimensions)
  for (const vector of sample) addScaled(sum, vector, 1 / count)
  const mean = Float32Array.from(sum)
  const centred = sample.map((vector) => minus(vector, mean))
  const total = centred.reduce((all, vector) => all + dot(vector, vector), 0) / count
  const { axes, variances } = findPrincipalAxes(centred, AXES)
  const rest = Math.max(0, total - variances.reduce((a, b) => a + b, 0)) / Math.max(1, dimensions - axes.length)
  const described = { modelId, mean, axes, variances, rest, sample, shape: { spread: 1, middle: 0 } }
  return { ...described, shape: shapeOf(described) }
}

const TYPICAL_SHRINKAGE = 0.98
const PROBES = 40
const PROBE_SIZE = 10

/**
 * Photos with a tag widen the distribution of its scores. The typical shape tells how much narrower and lower the
 * scores of the others are.
 */
function shapeOf(background: Background): Background['shape'] {
  const { sample, mean } = background
  if (sample.length < MIN_FOR_QUARTILES) return background.shape
  const whiten = createWhitening(background, TYPICAL_SHRINKAGE)
  const shapes = Array.from({ length: PROBES }, (_, n) => {
    const direction = whiten(minus(meanOfAlike(sample, sample[Math.floor((n * sample.length) / PROBES)]!), mean))
    const [{ middle, spread }, whole] = [quartilesAlong(sample, direction), normalAlong(background, direction)]
    return { spread: spread / whole.spread, middle: (middle - whole.middle) / whole.spread }
  })
  return {
    spread: shapes.reduce((sum, { spread }) => sum + spread, 0) / PROBES,
    middle: shapes.reduce((sum, { middle }) => sum + middle, 0) / PROBES,
  }
}

/** Mean variance of one direction. */
function meanVariance({ mean, variances, rest }: Background): number {
  const along = variances.reduce((a, b) => a + b, 0)
  return (along + rest * (mean.length - variances.length)) / mean.length
}

/** The difference of two vectors. */
export const minus = (a: Float32Array, b: Float32Array): Float32Array => a.map((value, j) => value - b[j]!)

/**
 * Creates the multiplication by the inverse of the background's covariance, in units of the mean variance. `shrinkage`
 * moves the covariance towards equal variance in all directions (0 not at all, 1 entirely; Ledoit and Wolf 2004).
 */
export function createWhitening(background: Background, shrinkage: number): (vector: Float32Array) => Float32Array {
  const mean = meanVariance(background) || 1
  const inverse = (variance: number) => 1 / Math.max(1e-6, (1 - shrinkage) * (variance / mean) + shrinkage)
  const base = inverse(background.rest)
  const extra = background.variances.map((variance) => inverse(variance) - base)
  return (vector) => {
    const image = vector.map((value) => value * base)
    background.axes.forEach((axis, k) => addScaled(image, axis, extra[k]! * dot(axis, vector)))
    return image
  }
}

/** Mean of a photo and those most similar to it, like the examples of a tag. */
function meanOfAlike(sample: readonly Float32Array[], photo: Float32Array): Float32Array {
  const ranked = sample
    .map((vector) => ({ vector, likeness: dot(vector, photo) }))
    .sort((a, b) => b.likeness - a.likeness)
  const sum = new Float64Array(photo.length)
  for (const { vector } of ranked.slice(0, PROBE_SIZE)) addScaled(sum, vector, 1 / PROBE_SIZE)
  return Float32Array.from(sum)
}

export type Spread = { middle: number; spread: number }

/**
 * The middle and the spread of the scores, along a tag's direction, of photos without the tag. Photos with the tag
 * barely move either.
 */
export function spreadAlong(background: Background, direction: Float32Array): Spread {
  if (background.sample.length >= MIN_FOR_QUARTILES) {
    const found = quartilesAlong(background.sample, direction)
    if (found.spread > 0) return found
  }
  const whole = normalAlong(background, direction)
  return {
    middle: whole.middle + background.shape.middle * whole.spread,
    spread: background.shape.spread * whole.spread || 1e-6,
  }
}

const MIN_FOR_QUARTILES = 40
/** Distance between the quartiles of a normal distribution of variance 1. */
const QUARTILES_OF_NORMAL = 1.349

/** The middle and the spread of photos along a direction, by quartiles. */
export function quartilesAlong(sample: readonly Float32Array[], direction: Float32Array): Spread {
  const scores = sample.map((vector) => dot(vector, direction)).sort((a, b) => a - b)
  const at = (share: number) => scores[Math.floor(share * (scores.length - 1))]!
  return { middle: at(0.5), spread: (at(0.75) - at(0.25)) / QUARTILES_OF_NORMAL }
}

/** The mean and the standard deviation along a direction, from the statistics. */
export function normalAlong({ mean, axes, variances, rest }: Background, direction: Float32Array): Spread {
  let [variance, left] = [0, dot(direction, direction)]
  axes.forEach((axis, k) => {
    const along = dot(axis, direction) ** 2
    variance += variances[k]! * along
    left -= along
  })
  return { middle: dot(mean, direction), spread: Math.sqrt(variance + rest * Math.max(0, left)) || 1e-6 }
}

/** Directions along which vectors differ most, orthonormal, with the variance along each, greatest first. */
type PrincipalAxes = { axes: Float32Array[]; variances: number[] }

const PASSES = 3

/**
 * Leading principal axes by subspace iteration from a fixed start (Halko, Martinsson and Tropp 2011, algorithm 4.4), so
 * that the same vectors give the same axes. `centred` are vectors minus their mean. With fewer vectors it returns fewer
 * axes.
 */
function findPrincipalAxes(centred: readonly Float32Array[], count: number): PrincipalAxes {
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

/** Gram-Schmidt, twice for accuracy; drops vectors that depend on earlier ones. */
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

/** Numbers between -1 and 1 that look random but are always the same (Weyl sequence with a scrambled product). */
function startVector(dimensions: number, number: number): Float64Array {
  return Float64Array.from({ length: dimensions }, (_, j) => {
    const scrambled = Math.imul((number + 1) * 0x9e3779b1 + j * 0x85ebca6b, 0xc2b2ae35)
    return (scrambled ^ (scrambled >>> 15)) / 2 ** 31
  })
}
