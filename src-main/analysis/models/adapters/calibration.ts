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

/** Chances below this are not shown unless asked for: {@link showAs} keeps them under the display threshold. */
export const SHOWN_FROM = 0.4
/** The highest chance of what is kept for programs that ask for more than is shown. */
export const MAX_UNSHOWN = SHOWN_FROM - 0.01
/**
 * What is shown for a chance, both 0 to 1: straight lines between these, from 0.6 on the chance itself. Fitted to how
 * often the 80 names are right on the even photos of COCO and of `kinds`: of those with a chance of 0.4 to 0.5 two
 * thirds and more. Chances of 0.15 to 0.4 are right as often as they say, but seldom enough to be kept below the
 * display threshold of 0.2.
 */
const SHOWN: readonly (readonly [chance: number, shown: number])[] = [
  [0, 0],
  [0.07, 0.07],
  [0.1, 0.12],
  [0.15, 0.18],
  [SHOWN_FROM, 0.2],
  [0.42, 0.5],
  [0.6, 0.6],
  [1, 1],
]

/**
 * Converts the sources' chance to the percentage that a window goes by, both 0 to 1. Less than 4 chances in 10 stays
 * under the display threshold of 0.2: of tags with 3 to 4, three of five were wrong in checked photos. There is no
 * jump, but what is shown soon says at least 0.5, since that is how often it is right.
 */
export function showAs(chance: number): number {
  const inside = Math.min(1, Math.max(0, chance))
  const next = Math.max(
    1,
    SHOWN.findIndex(([from]) => from >= inside),
  )
  const [[from, low], [to, high]] = [SHOWN[next - 1]!, SHOWN[next]!]
  return low + ((inside - from) * (high - low)) / (to - from)
}

/** The chance of a word that is shown only from `limit` on: below that, it is kept and not shown, but is as likely. */
export const keepUnshown = (chance: number, limit: number): { chance: number; likely: number } => ({
  chance: chance >= limit ? chance : (chance / limit) * SHOWN_FROM,
  likely: chance,
})
