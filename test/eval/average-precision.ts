import { mean } from './figures.ts'

/**
 * Average precision (mean of the precision at each correct answer, ranked by falling score). `isRight` tells for each
 * score whether it belongs to the class.
 */
export function averagePrecision(scores: readonly number[], isRight: readonly boolean[]): number {
  const ranked = scores.map((score, n) => ({ score, right: isRight[n]! })).sort((a, b) => b.score - a.score)
  let hits = 0
  const precisions = ranked.flatMap(({ right }, n) => (right ? [++hits / (n + 1)] : []))
  return mean(precisions)
}
