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

/** Chances below this are not shown unless asked for: {@link showAs} leaves them under the display threshold. */
export const SHOWN_FROM = 0.4
const THRESHOLD = 0.2
/** Up to here a chance is the confidence; lower chances are compressed below the threshold. */
const PRESSED_FROM = 0.15

/**
 * Converts the sources' chance to the displayed confidence, both 0 to 1. They are equal from 0.5 on, and up to 0.15.
 * Between, less than 4 chances in 10 stays under the display threshold of 0.2: of tags with 3 to 4, three of five were
 * wrong in checked photos. There is no jump: a small change of the chance is a small change on display. A confidence
 * below the chance counts as an error of calibration, so the two are equal as far as possible.
 */
export function showAs(chance: number): number {
  if (chance >= 0.5 || chance <= PRESSED_FROM) return chance
  if (chance >= SHOWN_FROM) return THRESHOLD + (chance - SHOWN_FROM) * 3
  return PRESSED_FROM + ((chance - PRESSED_FROM) * (THRESHOLD - PRESSED_FROM)) / (SHOWN_FROM - PRESSED_FROM)
}

/** The chance of a word that is shown only from `limit` on, so that it is kept below that and not shown. */
export const keepUnshown = (chance: number, limit: number): number =>
  chance >= limit ? chance : (chance / limit) * SHOWN_FROM
