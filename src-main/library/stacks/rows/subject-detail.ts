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
/** A frame shows some parts better than another if it has half an octave more there, and three quarters on the mean. */
const CLEARLY_MORE = { part: PER_OCTAVE / 2, mean: (3 * PER_OCTAVE) / 4 }
/** Less than this share of what stands out is no plane of focus: an edge has moved from one part into the next. */
const MIN_PLANE = 0.03
/** Frames of the same view have this likeness of light and shade; a panorama's frames are below. */
const SAME_VIEW = 0.9
/** In a long burst each frame is compared with about this many others, spread evenly, and the one with most detail. */
const MAX_COMPARED = 32

/**
 * How important each part of a photo is that `measureDetail` measures, from 0 to 1: the square of what the map of
 * importance says, so that the ground beside a subject hardly counts.
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

/** By how many marks a frame loses beside another, which is at this place; its own place if it loses beside none. */
export type Loss = { marks: number; beside: number }

/** Marks for each number of `measureDetail`, and for each octave of importance beyond half of one; and at most. */
const LOSES = { detail: 2.5, importance: 20, beyond: 0.5, max: 30 }

/**
 * What each frame of a burst loses beside the one that it loses most beside. The mark of a frame is that of what
 * stands out in it alone, which is something else if the subject is soft, and motion leaves edges along its path; here
 * the same parts are compared.
 *
 * - If each frame shows some parts better than the other, they have different planes of focus, and the frame whose
 *   parts matter less loses. Their mean importance decides, not their number: a subject is often smaller than the
 *   ground behind it. Each frame's own importance counts, so that a subject may move.
 * - If only one of them does, the other lacks detail and has nothing to show for it: it is out of focus or moved, or
 *   its subject alone is. It loses by the mean of what stands out.
 */
export function lossesBeside(frames: readonly DetailedFrame[]): Loss[] {
  const energies = frames.map(energiesOf)
  const sums = energies.map((each) => each.reduce((sum, energy) => sum + energy, 0))
  const finest = sums.indexOf(Math.max(...sums))
  const step = Math.ceil(frames.length / MAX_COMPARED)
  const compared = [...frames.keys()].filter((at) => at % step === 0 || at === finest)
  return frames.map((frame, at) => {
    let most: Loss = { marks: 0, beside: at }
    for (const other of compared) {
      if (!areExposedAlike(frames[other]!, frame) || !showSameView(frames[other]!, frame)) continue
      const marks = lossBeside(
        { energies: energies[other]!, importance: frames[other]!.importance },
        { energies: energies[at]!, importance: frame.importance },
      )
      if (marks > most.marks) most = { marks, beside: other }
    }
    return most
  })
}

type Seen = { energies: readonly number[]; importance: readonly number[] }

function lossBeside(other: Seen, own: Seen): number {
  const theirs = shownBetter(other, own)
  if (theirs === null) return 0
  const ours = shownBetter(own, other)
  const marks =
    ours === null || ours.share < MIN_PLANE
      ? LOSES.detail * theirs.lead
      : LOSES.importance * (Math.log2(theirs.importance / ours.importance) - LOSES.beyond)
  return Math.min(LOSES.max, marks)
}

/** Keeps the quotient of two importances finite. */
const SOME_IMPORTANCE = 1e-3

/** The parts that a frame shows clearly better than another. */
type ShownBetter = {
  /** Their mean importance. */
  importance: number
  /** Their share of all that stands out. */
  share: number
  /** The lead in them, on the mean of all that stands out. */
  lead: number
}

/** Null if there are none, or nothing stands out. */
function shownBetter(own: Seen, other: Seen): ShownBetter | null {
  let [count, leads, important, weighed, all] = [0, 0, 0, 0, 0]
  for (const [part, energy] of own.energies.entries()) {
    const [lead, importance] = [energy - other.energies[part]!, own.importance[part] ?? 0]
    all += importance
    if (lead < CLEARLY_MORE.part || energy < MIN_DETAIL) continue
    count++
    leads += lead
    important += importance
    weighed += importance * lead
  }
  if (all === 0 || count === 0 || leads / count < CLEARLY_MORE.mean) return null
  return { importance: important / count + SOME_IMPORTANCE, share: important / all, lead: weighed / all }
}

const clippedOf = ({ exposure }: DetailedFrame): number => exposure.shadows + exposure.highlights

const areExposedAlike = (one: DetailedFrame, other: DetailedFrame): boolean =>
  Math.abs(one.exposure.middle - other.exposure.middle) <= SAME_EXPOSURE.middle &&
  Math.abs(clippedOf(one) - clippedOf(other)) <= SAME_EXPOSURE.clipped

/** True if that is unknown: frames of a stack look alike. */
const showSameView = (one: DetailedFrame, other: DetailedFrame): boolean =>
  (shadeLikeness(one.placeholder ?? null, other.placeholder ?? null) ?? 1) >= SAME_VIEW

const energiesOf = ({ detail }: DetailedFrame): number[] =>
  Array.from({ length: ALONG ** 2 }, (_, part) => energyOf(detail, part))

function energyOf(detail: Uint8Array, part: number): number {
  let sum = 0
  for (let direction = 0; direction < DIRECTIONS; direction++) sum += detail[part * DIRECTIONS + direction] ?? 0
  return sum / DIRECTIONS
}
