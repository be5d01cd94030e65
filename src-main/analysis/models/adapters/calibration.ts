/** `ln(p / (1 - p))`, with p limited to at least `floor` and at most `ceiling`. */
export function logit(p: number, floor: number, ceiling = 0.99): number {
  const inside = Math.min(ceiling, Math.max(floor, p))
  return Math.log(inside / (1 - inside))
}

/** The inverse of `logit`. */
export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

/**
 * Converts raw scores of one detector to the chance that the photo shows the object: `sigmoid(bias + best * logit(best
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
 * Converts the sources' chance to the displayed confidence, both 0 to 1. They are equal from 0.5 on. Below, the
 * confidence falls faster, so that less than 4 chances in 10 stays under the display threshold of 0.2: of tags with 3
 * to 4, three of five were wrong in checked photos. There is no jump: a small change of the chance is a small change on
 * display. A confidence below the chance counts as an error of calibration, so the two become equal again as early as
 * possible.
 */
export function showAs(chance: number): number {
  if (chance >= 0.5) return chance
  return chance <= 0.4 ? chance / 2 : 0.2 + (chance - 0.4) * 3
}
