import { softmax } from '../vectors/softmax.ts'
import { dot, logistic } from '../vectors/unit-vector.ts'

/** One class as a linear function of a unit embedding: its score is `weights . x + bias`. */
export type LinearHead = { weights: Float32Array; bias: number }

const scoreOf = ({ weights, bias }: LinearHead, unit: Float32Array): number => dot(weights, unit) + bias

/** The calibrated chance, 0 to 1, that a tag fits a unit embedding. */
export const scoreTag = (head: LinearHead, unit: Float32Array): number => logistic(scoreOf(head, unit))

/** Chances of mutually exclusive classes for a unit embedding; they sum to 1. */
export const scoreClasses = (heads: readonly LinearHead[], unit: Float32Array): number[] =>
  softmax(heads.map((head) => scoreOf(head, unit)))

/**
 * How certain this many examples let a tag be, 0 to 1: Laplace's rule of succession. Three photos that all fit do not
 * say what they have in common, so that the fourth fits in four of five cases at most.
 */
const certaintyOf = (examples: number): number => (examples + 1) / (examples + 2)

/** A tag's chance, lowered towards what its number of examples allows; small chances hardly change, and order stays. */
export const limitChance = (chance: number, examples: number): number =>
  chance * (1 - (1 - certaintyOf(examples)) * chance)

/** Chances of categories, drawn towards equal ones by what the category with the fewest examples allows. */
export function limitShares(shares: readonly number[], examples: readonly number[]): number[] {
  const certainty = certaintyOf(Math.min(...examples))
  return shares.map((share) => certainty * share + (1 - certainty) / shares.length)
}
