import { ALONG, DIRECTIONS, PER_OCTAVE } from '../../../analysis/sharpness/measure-detail.ts'
import type { SaliencyFeatures } from '../../../analysis/photo/findings.ts'

/** A frame as far as its detail can be compared with that of others. */
export type DetailedFrame = {
  /** As `measureDetail` gives it. */
  detail: Uint8Array
  /** As `importanceOfParts` gives it. */
  importance: readonly number[]
  /** The median brightness, 0 to 1. */
  middle: number
}

/** Brighter frames show the same detail with more energy: those are compared whose median brightness is that near. */
const SAME_BRIGHTNESS = 0.07
/** Parts without two octaves of energy over nothing show noise. */
const MIN_DETAIL = 2 * PER_OCTAVE
/** The share of the salient part in which a softer frame may show as much, or more. */
const ELSEWHERE = 0.15

/**
 * How important each part of a photo is that `measureDetail` measures, from 0 to 1: the square of what the map of importance
 * says, so that the ground beside a subject hardly counts.
 */
export function importanceOfParts({ columns, rows, values }: SaliencyFeatures['map']): number[] {
  const [sums, counts] = [new Float64Array(ALONG ** 2), new Uint32Array(ALONG ** 2)]
  for (let row = 0, at = 0; row < rows; row++) {
    const first = Math.floor((row * ALONG) / rows) * ALONG
    for (let column = 0; column < columns; column++, at++) {
      const part = first + Math.floor((column * ALONG) / columns)
      sums[part]! += (values[at]! / 255) ** 2
      counts[part]!++
    }
  }
  return Array.from(sums, (sum, part) => sum / Math.max(1, counts[part]!))
}

/**
 * How much softer each frame of a burst is than another one, in numbers of `measureDetail`: how much more detail the
 * other shows nearly everywhere in what stands out in the frames together. The mark of one frame is that of what stands
 * out in it alone, which is something else if the subject is soft, and motion leaves edges along its path; here the
 * same parts are compared. A frame that shows more of the subject and less of the ground is not softer. 0 if nothing
 * stands out, or nothing can be compared.
 */
export function softnessBeside(frames: readonly DetailedFrame[]): number[] {
  const weights = Array.from({ length: ALONG ** 2 }, (_, part) =>
    frames.reduce((sum, { importance }) => sum + (importance[part] ?? 0), 0),
  )
  const energies = frames.map(({ detail }) => weights.map((_, part) => energyOf(detail, part)))
  // The one that shows most comes close to the one that shows most nearly everywhere, and saves comparing all pairs.
  const sums = energies.map((each) => each.reduce((sum, energy, part) => sum + weights[part]! * energy, 0))
  return frames.map(({ middle }, at) => {
    const alike = sums.flatMap((_, other) =>
      Math.abs(frames[other]!.middle - middle) <= SAME_BRIGHTNESS ? [other] : [],
    )
    const finest = alike.reduce((best, other) => (sums[other]! > sums[best]! ? other : best), at)
    return finest === at ? 0 : Math.max(0, nearlyLeast(energies[finest]!, energies[at]!, weights))
  })
}

/** What one frame shows more than another in nearly all parts with detail. */
function nearlyLeast(finer: readonly number[], softer: readonly number[], weights: readonly number[]): number {
  const parts = weights
    .map((weight, part) => ({
      weight,
      more: finer[part]! - softer[part]!,
      most: Math.max(finer[part]!, softer[part]!),
    }))
    .filter(({ most }) => most >= MIN_DETAIL)
    .toSorted((a, b) => a.more - b.more)
  const left = parts.reduce((sum, { weight }) => sum + weight, 0) * ELSEWHERE
  let passed = 0
  for (const { weight, more } of parts) {
    passed += weight
    if (passed > left) return more
  }
  return 0
}

function energyOf(detail: Uint8Array, part: number): number {
  let sum = 0
  for (let direction = 0; direction < DIRECTIONS; direction++) sum += detail[part * DIRECTIONS + direction] ?? 0
  return sum / DIRECTIONS
}
