/**
 * Fits the calibration of a learned tag's scores: logistic regression on the log-odds of two normal distributions that
 * are the expected distance apart. It pools all classes of the labelled features, 1 to 40 examples and four draws, even
 * rows only. Prints the values for `STANDARD_CALIBRATION` in `analysis/classifiers/train-tag-head.ts`.
 *
 * node build/heads/fit-tag-calibration.ts ../shared/features
 */
import { describeBackground } from '../../src-main/analysis/classifiers/background.ts'
import { findDirection } from '../../src-main/analysis/classifiers/train-tag-head.ts'
import { solveSymmetric } from '../../src-main/analysis/classifiers/solve-symmetric.ts'
import { dot, logistic } from '../../src-main/analysis/vectors/unit-vector.ts'
import { readFeatures } from './labelled-features.ts'

const COUNTS = [1, 2, 3, 5, 10, 20, 40]
const DRAWS = 4
const ROUNDS = 25

/** A score's terms, and whether the tag was right. */
export type Point = { terms: readonly [number, 1]; isRight: boolean }

function gatherPoints(folder: string): Point[] {
  const data = readFeatures(folder)
  const even = [...data.rows.keys()].filter((n) => n % 2 === 0)
  const background = describeBackground(
    data.model,
    even.map((n) => data.rows[n]!),
  )
  const labels = [...new Set(data.items.map(({ label }) => label))]
  const tasks = labels.flatMap((label) =>
    COUNTS.flatMap((count) => Array.from({ length: DRAWS }, (_, draw) => ({ label, count, draw }))),
  )
  return tasks.flatMap(({ label, count, draw }) => {
    const own = even.filter((n) => data.items[n]!.label === label)
    const examples = new Set(
      Array.from({ length: count }, (_, k) => own[(draw * 13 + k * Math.floor(own.length / count)) % own.length]!),
    )
    const { direction, middle, spread, apart } = findDirection(
      { positives: [...examples].map((n) => data.rows[n]!), negatives: [] },
      background,
    )
    const rest = even.filter((n) => !examples.has(n))
    return rest.map((n): Point => ({
      terms: [(apart * (dot(data.rows[n]!, direction) - middle)) / spread - apart ** 2 / 2, 1],
      isRight: data.items[n]!.label === label,
    }))
  })
}

/** Slope and base by Newton's method for logistic regression. */
export function fitCalibration(points: readonly Point[]): [number, number] {
  let at: [number, number] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const slope = [0, 0]
    const curvature = [
      [1e-6, 0],
      [0, 1e-6],
    ]
    for (const { terms, isRight } of points) {
      const chance = logistic(dot(terms, at))
      terms.forEach((term, i) => {
        slope[i]! += term * ((isRight ? 1 : 0) - chance)
        terms.forEach((other, j) => (curvature[i]![j]! += term * other * chance * (1 - chance)))
      })
    }
    const step = solveSymmetric(curvature, slope)
    at = [at[0] + step[0]!, at[1] + step[1]!]
  }
  return at
}

function main([folder]: string[]): void {
  if (!folder) throw new Error('Usage: node build/heads/fit-tag-calibration.ts FEATURES_DIR')
  const [slope, base] = fitCalibration(gatherPoints(folder)).map((value) => value.toFixed(3))
  process.stdout.write(`slope ${slope}, base ${base}\n`)
}

if (import.meta.main) main(process.argv.slice(2))
