import type { Judged } from './analyse-coco.ts'
import { figure, type Figure } from './figures.ts'

const BINS = 10
/** Standard deviations above the mean that a normal distribution exceeds in one of 20 cases. */
const ONE_SIDED_95 = 1.645

/**
 * Mean difference between confidence and share of correct tags over ten bins, weighted by their size (Naeini et al.
 * 2015).
 */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, right: 0 }))
  for (const { confidence, isRight } of judged) {
    const bin = bins[Math.min(BINS - 1, Math.floor((confidence / 100) * BINS))]!
    bin.confidence += confidence / 100
    if (isRight) bin.right++
  }
  return bins.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0) / judged.length
}

/**
 * The expected error of as many tags with these confidences if each were correct exactly that often: the mean, and the
 * limit in 19 of 20 such sets. Each bin misses by the absolute value of a normal distribution; their sum is taken as
 * normal. A smaller error than the limit cannot be distinguished from none.
 */
export function errorByChance(judged: readonly Judged[]): { mean: number; most: number } {
  const variances = Array.from({ length: BINS }, () => 0)
  for (const { confidence } of judged) {
    const p = confidence / 100
    variances[Math.min(BINS - 1, Math.floor(p * BINS))]! += p * (1 - p)
  }
  const mean = variances.reduce((sum, variance) => sum + Math.sqrt((2 / Math.PI) * variance), 0)
  const deviation = Math.sqrt(variances.reduce((sum, variance) => sum + (1 - 2 / Math.PI) * variance, 0))
  return { mean: mean / judged.length, most: (mean + ONE_SIDED_95 * deviation) / judged.length }
}

/** Bands of confidence, in percent, from one to below the next: tags below 7 are not given. */
const BANDS = [7, 20, 40, 60, 80, 101]

/** For each band, how far what its tags say is from how often they are right. */
export function bandFigures(of: string, set: string, judged: readonly Judged[]): Figure[] {
  return BANDS.slice(1).flatMap((to, k): Figure[] => {
    const from = BANDS[k]!
    const tags = judged.filter(({ confidence }) => confidence >= from && confidence < to)
    if (tags.length === 0) return []
    const says = tags.reduce((sum, { confidence }) => sum + confidence / 100, 0) / tags.length
    const right = tags.filter(({ isRight }) => isRight).length / tags.length
    const note = `${tags.length} say ${says.toFixed(2)}, right ${right.toFixed(2)}`
    return [
      figure(`${of}: calibration from ${from} to ${Math.min(100, to)}`, set, Math.abs(says - right), {
        most: 0.1,
        note,
      }),
    ]
  })
}
