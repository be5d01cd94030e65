import type { Exposure } from '../../../contract/analysis/sharpness.ts'
import type { FrameTrait, SuggestionReason } from '../../../contract/library/stacks.ts'
import { levelOf } from './likeness.ts'
import { type DetailedFrame, type Loss, lossesBeside } from './subject-detail.ts'

/**
 * A frame of a stack; `measured` is null before it was analysed. Marks are 0 to 100. Face values are those of
 * the worst face; smaller faces weigh less. Null without faces that have the value.
 */
export type FrameQuality = {
  id: number
  isRejected: boolean
  measured: {
    subject: number
    eyes: number | null
    faces: number | null
    /** Share of the face without detail, 0 to 1. */
    clippedFaces: number | null
    /** As in `FaceExpression`. */
    openness: number | null
    smile: number | null
    away: number | null
    exposure: Exposure
  } | null
  /** As `lightOf` gives it; null or absent if it is unknown. */
  light?: number | null
  /** As in `DetailedFrame`; null or absent before it was measured. */
  detail?: Uint8Array | null
  importance?: readonly number[] | null
  placeholder?: Uint8Array | null
  /** Its content vector, of unit length, and the number of its model; absent if it is not needed or not known. */
  content?: { model: number; vector: Float32Array }
}

export type Suggestion = { id: number; reasons: SuggestionReason[] }

/** The two best frames of a burst. */
export type BestFrames = {
  best: number
  next: number
  /**
   * What the best one has over most others, or else over the first, which is on top if none is suggested; the most
   * important first. Empty if it is not visibly better.
   */
  reasons: SuggestionReason[]
  /** How much better the best one is than the next, on the scale of marks: 0 to about 100. */
  lead: number
}

/** What was learned from a person's choices: the marks that each of these measured frames gains or loses by it. */
export type Taste = (frames: readonly FrameQuality[]) => number[]

/** The weight of each mark, with and without measured eyes. */
const WITH_EYES = { eyes: 0.5, faces: 0.15, subject: 0.35 }
const WITHOUT_EYES = { eyes: 0, faces: 0.3, subject: 0.7 }
/**
 * The loss if a tenth has no detail: of the faces; of the photo around them, such as a window; of one without faces.
 * `brightness` is the loss if the median brightness is a tenth too far from the burst's.
 */
const TENTH_LOSES = { faces: 20, aroundFaces: 5, photo: 15, brightness: 15 }
/**
 * The most that is lost by the photo's clipping, and by the faces': neither white paper behind a subject must weigh more
 * than a blur, nor a bright forehead more than shut eyes.
 */
const MAX_BY_CLIPPING = 25
/** Difference of brightness from the burst's that is no fault: about half a stop, or the subject has moved. */
const SAME_BRIGHTNESS = 0.07
/** The loss if eyes are shut, if somebody looks elsewhere, and if somebody does not smile where they do in others. */
const LOSES = { shut: 60, away: 10, serious: 6 }
/** Visible differences between frames: marks, shares of the photo, median brightness, and values of `FaceExpression`. */
const [SEEN_MARKS, SEEN_SHARE, SEEN_BRIGHTNESS, SEEN_EXPRESSION] = [6, 0.02, 0.05, 0.3]
/** Minimum marks for naming the person's choices as a reason. */
const SEEN_TASTE = 6

type Measured = NonNullable<FrameQuality['measured']>
/** `softness` is what the frame lost beside another, by less detail or by its focus on what matters less. */
type Scored = { id: number; measured: Measured; offUsual: number; softness: number; score: number; taste: number }

/** The best frame of a burst, with the reasons; null if not all frames are measured, or none is visibly better. */
export function suggestFrame(frames: readonly FrameQuality[], taste: Taste | null = null): Suggestion | null {
  const found = findBestFrames(frames, taste)
  return found === null || found.reasons.length === 0 ? null : { id: found.best, reasons: found.reasons }
}

/**
 * The frame with the sharpest subject and the smallest loss by exposure, with its advantages over the median of the
 * others, and the frame after it. Brightness is compared with the median of the burst, which may be of a night or of
 * snow. What was learned from the person's choices changes the order. Null if not all frames are measured, or fewer
 * than two are left. Rejected photos are left out.
 */
export function findBestFrames(frames: readonly FrameQuality[], taste: Taste | null = null): BestFrames | null {
  const scored = scoreFrames(
    frames.filter(({ isRejected }) => !isRejected),
    taste,
  )
  if (scored === null) return null
  const byMarks = (of: (frame: Scored) => number) => scored.toSorted((a, b) => of(b) - of(a) || a.id - b.id)
  const marksOf = ({ score, taste: gained }: Scored) => score + gained
  const [best, ...others] = byMarks(marksOf) as [Scored, ...Scored[]]
  const next = others[0]!
  const overMost = reasonsFor(best, others)
  const reasons = overMost.length === 0 && best !== scored[0] ? reasonsFor(best, [scored[0]!]) : overMost
  const gained = best.taste - Math.min(...others.map((frame) => frame.taste))
  const isByTaste = reasons.length === 0 ? best.taste > next.taste : byMarks(({ score }) => score)[0] !== best
  if (isByTaste && gained >= SEEN_TASTE) reasons.push('as-chosen')
  return { best: best.id, next: next.id, reasons, lead: marksOf(best) - marksOf(next) }
}

/** Null unless there are at least two frames, and all are measured. */
function scoreFrames(frames: readonly FrameQuality[], taste: Taste | null): Scored[] | null {
  const marked = measuredOf(frames)
  if (marked.length < 2 || marked.length < frames.length) return null
  const losses = lossesOf(frames)
  const known = marked.map((frame, at) => ({ ...frame, measured: besideOther(frame.measured, losses[at], marked) }))
  const usual = usualBrightness(known)
  const tastes = taste?.(frames)
  return known.map(({ id, measured, light }, at) => {
    const offUsual = farFrom(usual, { measured, light })
    const softness = losses[at]?.marks ?? 0
    const score = scoreOf(measured, known) - 10 * TENTH_LOSES.brightness * offUsual - softness
    return { id, measured, offUsual, softness, score, taste: tastes?.[at] ?? 0 }
  })
}

/** From this many lost marks on, a frame counts with no higher mark than the one that it loses beside. */
const FULL_LOSS = 10

/** If a frame loses beside another, a higher mark of its own is that of something else. */
function besideOther(measured: Measured, loss: Loss | undefined, all: readonly Known[]): Measured {
  if (loss === undefined) return measured
  const higher = Math.max(0, measured.subject - all[loss.beside]!.measured.subject)
  return { ...measured, subject: measured.subject - higher * Math.min(1, loss.marks / FULL_LOSS) }
}

/** What frames lose beside others; empty if their detail is not known of all. */
function lossesOf(frames: readonly FrameQuality[]): Loss[] {
  const detailed = frames.flatMap(({ detail, importance, measured, placeholder }): DetailedFrame[] =>
    detail && importance && measured ? [{ detail, importance, exposure: measured.exposure, placeholder }] : [],
  )
  return detailed.length < frames.length ? [] : lossesBeside(detailed)
}

/** The mark of each measured frame, before what was learned is applied. */
export const usualScores = (frames: readonly FrameQuality[]): number[] =>
  scoreFrames(frames, null)?.map(({ score }) => score) ?? []

type Known = { id: number; measured: Measured; light: number | null }
/** The median brightness of a frame, and the mean one if that is known; 0 to 1. */
type Brightness = { middle: number; mean: number | null }

const measuredOf = (frames: readonly FrameQuality[]): Known[] =>
  frames.flatMap(({ id, measured, light = null }) => (measured === null ? [] : [{ id, measured, light }]))

const brightnessOf = ({ measured, light }: Omit<Known, 'id'>): Brightness => ({
  middle: measured.exposure.middle,
  mean: light === null ? null : levelOf(light),
})

function usualBrightness(frames: readonly Known[]): Brightness {
  const all = frames.map(brightnessOf)
  const means = all.flatMap(({ mean }) => mean ?? [])
  return { middle: middleOf(all.map(({ middle }) => middle)), mean: means.length === 0 ? null : middleOf(means) }
}

/**
 * How much further a frame is from the burst's brightness than is no fault. Motion spreads what is bright over a dark
 * ground and changes the median without any light; something that enters the picture changes the mean. So the smaller
 * difference counts.
 */
function farFrom(usual: Brightness, frame: Omit<Known, 'id'>): number {
  const { middle, mean } = brightnessOf(frame)
  const byMedian = Math.abs(middle - usual.middle)
  const byMean = mean === null || usual.mean === null ? byMedian : Math.abs(mean - usual.mean)
  return Math.max(0, Math.min(byMedian, byMean) - SAME_BRIGHTNESS)
}

/** In what frames of a burst differ, for what is learned from choices; all but the last are reasons. */
export const traits = [
  'eyes-open',
  'looks-here',
  'smiles',
  'eyes-sharper',
  'faces-sharper',
  'subject-sharper',
  'faces-less-clipped',
  'less-clipped',
  'exposed',
  'brighter',
] as const satisfies FrameTrait[]
/** Visible differences are capped at this number. */
const MAX_SEEN = 4

/** For each of some measured frames its lead in each trait over their median, in visible differences. */
export function traitsOf(frames: readonly FrameQuality[]): number[][] {
  const known = measuredOf(frames)
  const usual = usualBrightness(known)
  const has = (of: 'eyes' | 'faces') => known.some(({ measured }) => measured[of] !== null)
  const clipped = Math.max(0, ...known.flatMap(({ measured }) => measured.clippedFaces ?? []))
  // What is not known of a face is taken to be as in most frames.
  const expressionOf = (of: 'openness' | 'smile' | 'away') => {
    const values = known.flatMap(({ measured }) => measured[of] ?? [])
    const max = values.length === 0 ? 0 : middleOf(values)
    return (measured: Measured): number => (measured[of] ?? max) / SEEN_EXPRESSION
  }
  const [open, smile, away] = [expressionOf('openness'), expressionOf('smile'), expressionOf('away')]
  const rows = known.map(({ measured, light }) => [
    open(measured),
    -away(measured),
    smile(measured),
    has('eyes') ? markOf('eyes', measured, known) / SEEN_MARKS : 0,
    has('faces') ? markOf('faces', measured, known) / SEEN_MARKS : 0,
    measured.subject / SEEN_MARKS,
    -(measured.clippedFaces ?? clipped) / SEEN_SHARE,
    -clippedOf(measured) / SEEN_SHARE,
    -farFrom(usual, { measured, light }) / SEEN_SHARE,
    measured.exposure.middle / SEEN_BRIGHTNESS,
  ])
  const middles = traits.map((_, at) => middleOf(rows.map((row) => row[at]!)))
  return rows.map((row) => row.map((value, at) => Math.min(MAX_SEEN, Math.max(-MAX_SEEN, value - middles[at]!))))
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
  return sharp - clippingLoss(measured, all) - expressionLoss(measured, all)
}

/** What is not known of a frame is taken to be as in most others, so that it counts neither way. */
function expressionLoss(measured: Measured, all: readonly { measured: Measured }[]): number {
  const valueOf = (of: 'openness' | 'smile' | 'away'): number | null => {
    const known = all.flatMap((other) => other.measured[of] ?? [])
    return measured[of] ?? (known.length === 0 ? null : middleOf(known))
  }
  const shut = 1 - (valueOf('openness') ?? 1)
  const serious = 1 - (valueOf('smile') ?? 1)
  return LOSES.shut * shut + LOSES.away * (valueOf('away') ?? 0) + LOSES.serious * serious
}

/** A frame whose faces were not found loses like the worst of the others. */
function clippingLoss(measured: Measured, all: readonly { measured: Measured }[]): number {
  const known = all.flatMap((other) => other.measured.clippedFaces ?? [])
  const lost = (tenth: number) => Math.min(MAX_BY_CLIPPING, 10 * tenth * clippedOf(measured))
  if (known.length === 0) return lost(TENTH_LOSES.photo)
  const faces = measured.clippedFaces ?? Math.max(...known)
  return Math.min(MAX_BY_CLIPPING, 10 * TENTH_LOSES.faces * faces) + lost(TENTH_LOSES.aroundFaces)
}

const clippedOf = ({ exposure }: Measured): number => exposure.shadows + exposure.highlights

function reasonsFor(best: Scored, others: readonly Scored[]): SuggestionReason[] {
  const lead = (of: (measured: Measured) => number | null): number => {
    const own = of(best.measured)
    const known = others.flatMap(({ measured }) => of(measured) ?? [])
    return own === null || known.length === 0 ? 0 : own - medianOf(known)
  }
  const sharper = lead(({ subject }) => subject)
  const lessSoft = medianOf(others.map(({ softness }) => softness)) - best.softness
  const leads: [SuggestionReason, number][] = [
    ['eyes-open', lead(({ openness }) => openness) / SEEN_EXPRESSION],
    ['eyes-sharper', lead(({ eyes }) => eyes) / SEEN_MARKS],
    ['faces-sharper', lead(({ eyes, faces }) => (eyes === null ? faces : null)) / SEEN_MARKS],
    ['subject-sharper', Math.max(sharper, lessSoft) / SEEN_MARKS],
    ['looks-here', lead(({ away }) => (away === null ? null : -away)) / SEEN_EXPRESSION],
    ['smiles', lead(({ smile }) => smile) / SEEN_EXPRESSION],
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
