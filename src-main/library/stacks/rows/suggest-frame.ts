import type { Exposure } from '../../../contract/analysis/sharpness.ts'
import type { SuggestionReason } from '../../../contract/library/stacks.ts'

/** A frame of a stack; `measured` is null before it was analysed. Marks are 0 to 100. */
export type FrameQuality = {
  id: number
  isRejected: boolean
  measured: {
    subject: number
    eyes: number | null
    faces: number | null
    /** Share of the faces without detail, 0 to 1; null without faces that are large enough. */
    clippedFaces: number | null
    exposure: Exposure
  } | null
}

export type Suggestion = { id: number; reasons: SuggestionReason[] }

/** The two best frames of a burst. */
export type BestFrames = {
  best: number
  next: number
  /** What the best one has over most others, the most important first; empty if it is not visibly better. */
  reasons: SuggestionReason[]
  /** How much better the best one is than the next, on the scale of marks: 0 to about 100. */
  lead: number
}

/** The weight of each mark, with and without measured eyes. */
const WITH_EYES = { eyes: 0.5, faces: 0.15, subject: 0.35 }
const WITHOUT_EYES = { eyes: 0, faces: 0.3, subject: 0.7 }
/**
 * The loss if a tenth has no detail: of the faces; of the photo around them, such as a window; of one without faces.
 * `brightness` is the loss if the median brightness is a tenth too far from the burst's.
 */
const TENTH_LOSES = { faces: 30, aroundFaces: 5, photo: 15, brightness: 15 }
/** Difference of median brightness from the burst's that is no fault: about half a stop, or the subject has moved. */
const SAME_BRIGHTNESS = 0.07
/** Visible differences between frames: marks, and shares of the photo. */
const [SEEN_MARKS, SEEN_SHARE] = [6, 0.02]

type Measured = NonNullable<FrameQuality['measured']>
type Scored = { id: number; measured: Measured; offUsual: number; score: number }

/** The best frame of a burst, with the reasons; null if not all frames are measured, or none is visibly better. */
export function suggestFrame(frames: readonly FrameQuality[]): Suggestion | null {
  const found = findBestFrames(frames)
  return found === null || found.reasons.length === 0 ? null : { id: found.best, reasons: found.reasons }
}

/**
 * The frame with the sharpest subject and the smallest loss by exposure, with its advantages over the median of the
 * others, and the frame after it. Brightness is compared with the median of the burst, which may be of a night or of
 * snow. Null if not all frames are measured, or fewer than two are left. Rejected photos are left out. It is not known
 * whether eyes are open.
 */
export function findBestFrames(frames: readonly FrameQuality[]): BestFrames | null {
  const kept = frames.filter(({ isRejected }) => !isRejected)
  const known = kept.flatMap(({ id, measured }) => (measured === null ? [] : [{ id, measured }]))
  if (known.length < 2 || known.length < kept.length) return null
  const usual = middleOf(known.map(({ measured }) => measured.exposure.middle))
  const scored = known.map(({ id, measured }) => {
    const offUsual = Math.max(0, Math.abs(measured.exposure.middle - usual) - SAME_BRIGHTNESS)
    return { id, measured, offUsual, score: scoreOf(measured, known) - 10 * TENTH_LOSES.brightness * offUsual }
  })
  const [best, ...others] = scored.toSorted((a, b) => b.score - a.score || a.id - b.id) as [Scored, ...Scored[]]
  const next = others[0]!
  return { best: best.id, next: next.id, reasons: reasonsFor(best, others), lead: best.score - next.score }
}

/** A face that turned away, or was not found, counts like the worst of the others. */
const markOf = (of: 'eyes' | 'faces', measured: Measured, all: readonly { measured: Measured }[]): number =>
  measured[of] ?? Math.min(100, ...all.flatMap((other) => other.measured[of] ?? []))

function scoreOf(measured: Measured, all: readonly { measured: Measured }[]): number {
  const has = (of: 'eyes' | 'faces') => all.some((other) => other.measured[of] !== null)
  const weights = has('eyes') ? WITH_EYES : WITHOUT_EYES
  const faces = has('faces') ? markOf('faces', measured, all) : measured.subject
  const eyes = has('eyes') ? markOf('eyes', measured, all) : 0
  const sharp = weights.eyes * eyes + weights.faces * faces + weights.subject * measured.subject
  return sharp - 10 * clippingLoss(measured, all)
}

/** A frame whose faces were not found loses like the worst of the others. */
function clippingLoss(measured: Measured, all: readonly { measured: Measured }[]): number {
  const known = all.flatMap((other) => other.measured.clippedFaces ?? [])
  if (known.length === 0) return TENTH_LOSES.photo * clippedOf(measured)
  const faces = measured.clippedFaces ?? Math.max(...known)
  return TENTH_LOSES.faces * faces + TENTH_LOSES.aroundFaces * clippedOf(measured)
}

const clippedOf = ({ exposure }: Measured): number => exposure.shadows + exposure.highlights

function reasonsFor(best: Scored, others: readonly Scored[]): SuggestionReason[] {
  const lead = (of: (measured: Measured) => number | null): number => {
    const own = of(best.measured)
    const known = others.flatMap(({ measured }) => of(measured) ?? [])
    return own === null || known.length === 0 ? 0 : own - medianOf(known)
  }
  const leads: [SuggestionReason, number][] = [
    ['eyes-sharper', lead(({ eyes }) => eyes) / SEEN_MARKS],
    ['faces-sharper', lead(({ eyes, faces }) => (eyes === null ? faces : null)) / SEEN_MARKS],
    ['subject-sharper', lead(({ subject }) => subject) / SEEN_MARKS],
    ['faces-less-clipped', lead(({ clippedFaces: share }) => (share === null ? null : -share)) / SEEN_SHARE],
    ['less-clipped', lead((measured) => -clippedOf(measured)) / SEEN_SHARE],
    ['exposed', (medianOf(others.map(({ offUsual }) => offUsual)) - best.offUsual) / SEEN_SHARE],
  ]
  return leads.flatMap(([reason, amount]) => (amount >= 1 ? [reason] : []))
}

/** Of an even number of values the lower one of the middle. */
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!

/** The median; of an even number of values between the two of the middle. */
const middleOf = (values: readonly number[]): number => (medianOf(values) - medianOf(values.map((value) => -value))) / 2
