/** `ln(p / (1 - p))`, with p kept away from 0 and 1. */
export function logit(p: number, floor: number): number {
  const inside = Math.min(0.99, Math.max(floor, p))
  return Math.log(inside / (1 - inside))
}

/** The inverse of `logit`. */
export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

/** How raw scores of one detector become the chance that the photo shows the object: `sigmoid(bias + best * logit(best score) + others * sum of the other scores)`. */
export type DetectorCalibration = { bias: number; best: number; others: number; floor: number }

const OTHERS_LIMIT = 1

/** Chance (0 to 1) that an object is in the photo, from the scores of its boxes, best first. */
export function presence(scores: readonly number[], { bias, best, others, floor }: DetectorCalibration): number {
  const rest = scores.slice(1).reduce((sum, score) => sum + score, 0)
  return sigmoid(bias + best * logit(scores[0] ?? 0, floor) + others * Math.min(OTHERS_LIMIT, rest))
}

/**
 * From the chance of being right to the confidence shown, both 0 to 1. What is likelier wrong than right goes below the
 * display threshold of 0.2; above, confidence and chance meet at 0.65 and stay together.
 */
export function showAs(chance: number): number {
  for (let k = 1; k < CURVE.length; k++) {
    const [x0, y0] = CURVE[k - 1]!
    const [x1, y1] = CURVE[k]!
    if (chance <= x1) return y0 + ((chance - x0) / (x1 - x0)) * (y1 - y0)
  }
  return 1
}

const CURVE: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.12, 0.12],
  [0.47, 0.2],
  [0.65, 0.65],
  [1, 1],
]
