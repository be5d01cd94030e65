/** `ln(p / (1 - p))`, with p kept away from 0 and 1. */
export function logit(p: number, floor: number): number {
  const inside = Math.min(0.99, Math.max(floor, p))
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
 * From the chance that the sources give to the confidence shown, both 0 to 1 and rising together. What is likelier
 * wrong than right stays below the display threshold of 0.2, and as near to its chance as that allows; above, the curve
 * corrects what the sources promise too much or too little, as isotonic regression would (Zadrozny and Elkan 2002),
 * with three numbers.
 */
export function showAs(chance: number): number {
  return alongCurve(shownCurve, chance)
}

/** Piecewise linear between points of rising x; 1 beyond the last. */
export function alongCurve(curve: Curve, x: number): number {
  for (let k = 1; k < curve.length; k++) {
    const [x0, y0] = curve[k - 1]!
    const [x1, y1] = curve[k]!
    if (x <= x1) return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
  }
  return 1
}

export type Curve = readonly (readonly [number, number])[]

/**
 * What is shown at chances of 0.5, 0.75 and 0.9: fitted, and checked on the half it was not fitted on, by
 * `test/eval/confidence-curve.ts`.
 */
const SHOWN_AT = [0.66, 0.68, 0.82] as const

/** The curve with these three numbers. */
export const curveWith = ([half, most, nearly]: readonly [number, number, number]): Curve => [
  [0, 0],
  [0.19, 0.19],
  [0.47, 0.2],
  [0.5, half],
  [0.75, most],
  [0.9, nearly],
  [1, 1],
]

/** The curve that is used. */
export const shownCurve: Curve = curveWith(SHOWN_AT)
