import type { Judged } from './analyse-coco.ts'

const BINS = 10

/**
 * Mean distance between confidence and share of right tags over ten bins, weighted by their size (Naeini et al. 2015).
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
