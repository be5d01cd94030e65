/** `ln(p / (1 - p))`, with p kept away from 0 and 1: at least `floor`, at most `ceiling`. */
export function logit(p: number, floor: number, ceiling = 0.99): number {
  const inside = Math.min(ceiling, Math.max(floor, p))
  return Math.log(inside / (1 - inside))
}

/** The inverse of `logit`. */
export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

/**
 * How raw scores of one detector become the chance that the photo shows the object: `sigmoid(bias + best * logit(best
 * score) + others * sum of the other scores)`.
 */
export type DetectorCalibration = { bias: number; best: number; others: number; floor: number }

const OTHERS_LIMIT = 1

/** Chance (0 to 1) that an object is in the photo, from the scores of its boxes, best first. */
export function presence(scores: readonly number[], { bias, best, others, floor }: DetectorCalibration): number {
  const rest = scores.slice(1).reduce((sum, score) => sum + score, 0)
  return sigmoid(bias + best * logit(scores[0] ?? 0, floor) + others * Math.min(OTHERS_LIMIT, rest))
}

/**
 * From the chance that the sources give to the confidence shown, both 0 to 1. They are the same from 0.5 on. Below, the
 * confidence falls faster, so that what has less than 4 chances in 10 stays under the display threshold of 0.2: of what
 * has 3 to 4, three of five were wrong when photos were looked at. There is no jump: a chance that changes a little is
 * shown a little differently. Each confidence that says less than the chance counts as an error of calibration, so that
 * it is the same again as soon as it can be.
 */
export function showAs(chance: number): number {
  if (chance >= 0.5) return chance
  return chance <= 0.4 ? chance / 2 : 0.2 + (chance - 0.4) * 3
}
