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
