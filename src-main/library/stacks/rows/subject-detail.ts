import type { Exposure } from '../../../contract/analysis/sharpness.ts'
import { ALONG, DIRECTIONS, PER_OCTAVE } from '../../../analysis/sharpness/measure-detail.ts'
import type { SaliencyFeatures } from '../../../analysis/photo/findings.ts'
import { shadeLikeness } from './likeness.ts'

/** A frame as far as its detail can be compared with that of others. */
export type DetailedFrame = {
  /** As `measureDetail` gives it. */
  detail: Uint8Array
  /** As `importanceOfParts` gives it. */
  importance: readonly number[]
  exposure: Exposure
  placeholder?: Uint8Array | null
}

/**
 * A brighter frame shows the same detail with more energy. So two frames are compared only if their median
 * brightness is this close, and their clipped shares too: the median of white paper is white in both.
 */
const SAME_EXPOSURE = { middle: 0.07, clipped: 0.1 }
/** Parts without two octaves of energy over nothing show noise. */
const MIN_DETAIL = 2 * PER_OCTAVE
/** The share of the salient part in which a softer frame may show as much, or more. */
const ELSEWHERE = 0.15
/**
 * Two frames have different planes of focus if each shows some parts in more detail than the other: by half an octave,
 * and by three quarters on the mean.
 */
const OTHER_PLANE = { part: PER_OCTAVE / 2, mean: (3 * PER_OCTAVE) / 4 }
/** Frames of the same view have this likeness of light and shade; a panorama's frames are below. */
const SAME_VIEW = 0.9
/** In a long burst each frame is compared with about this many others, spread evenly. */
const MAX_COMPARED = 32

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
  const energies = frames.map(energiesOf)
  // The one that shows most comes close to the one that shows most nearly everywhere, and saves comparing all pairs.
  const sums = energies.map((each) => each.reduce((sum, energy, part) => sum + weights[part]! * energy, 0))
  return frames.map((frame, at) => {
    const alike = sums.flatMap((_, other) => (areExposedAlike(frames[other]!, frame) ? [other] : []))
    const finest = alike.reduce((best, other) => (sums[other]! > sums[best]! ? other : best), at)
    return finest === at ? 0 : Math.max(0, nearlyLeast(energies[finest]!, energies[at]!, weights))
  })
}

/**
 * By how many octaves the parts that a frame has in focus matter less than those that another frame of the burst has in
 * focus; 0 if its focus is right, or cannot be compared. The mean importance of these parts decides, not their number:
 * a subject is often smaller than the ground behind it. Each frame's own importance counts, so that a subject may move.
 */
export function focusBehindOthers(frames: readonly DetailedFrame[]): number[] {
  const energies = frames.map(energiesOf)
  const step = Math.ceil(frames.length / MAX_COMPARED)
  const compared = [...frames.keys()].filter((at) => at % step === 0)
  return frames.map((frame, at) => {
    let behind = 0
    for (const other of compared) {
      if (!areExposedAlike(frames[other]!, frame) || !showSameView(frames[other]!, frame)) continue
      const theirs = shownMore(energies[other]!, energies[at]!, frames[other]!.importance)
      const own = shownMore(energies[at]!, energies[other]!, frame.importance)
      if (theirs !== null && own !== null) behind = Math.max(behind, Math.log2(theirs / own))
    }
    return behind
  })
}

/** Keeps the quotient of two importances finite. */
const SOME_IMPORTANCE = 1e-3

/** The mean importance of the parts that a frame shows in clearly more detail than another; null if there are none. */
function shownMore(one: readonly number[], other: readonly number[], importance: readonly number[]): number | null {
  let [count, more, sum] = [0, 0, 0]
  for (const [part, energy] of one.entries()) {
    const lead = energy - other[part]!
    if (lead < OTHER_PLANE.part || energy < MIN_DETAIL) continue
    count++
    more += lead
    sum += importance[part] ?? 0
  }
  return count === 0 || more / count < OTHER_PLANE.mean ? null : sum / count + SOME_IMPORTANCE
}

const clippedOf = ({ exposure }: DetailedFrame): number => exposure.shadows + exposure.highlights

const areExposedAlike = (one: DetailedFrame, other: DetailedFrame): boolean =>
  Math.abs(one.exposure.middle - other.exposure.middle) <= SAME_EXPOSURE.middle &&
  Math.abs(clippedOf(one) - clippedOf(other)) <= SAME_EXPOSURE.clipped

/** True if that is unknown: frames of a stack look alike. */
const showSameView = (one: DetailedFrame, other: DetailedFrame): boolean =>
  (shadeLikeness(one.placeholder ?? null, other.placeholder ?? null) ?? 1) >= SAME_VIEW

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

const energiesOf = ({ detail }: DetailedFrame): number[] =>
  Array.from({ length: ALONG ** 2 }, (_, part) => energyOf(detail, part))

function energyOf(detail: Uint8Array, part: number): number {
  let sum = 0
  for (let direction = 0; direction < DIRECTIONS; direction++) sum += detail[part * DIRECTIONS + direction] ?? 0
  return sum / DIRECTIONS
}
