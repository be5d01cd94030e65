import { DIRECTIONS, PER_OCTAVE } from '../../../analysis/sharpness/measure-detail.ts'
import { shadeLikeness } from './likeness.ts'

/** The properties of a frame that show whether a stack is a focus stack. */
export type FocusFrame = {
  /** In stops; null if the file does not contain it. */
  exposure: number | null
  /** Tenths of a millimetre; 0 if the file does not contain it. */
  focalLength: number
  placeholder: Uint8Array | null
  /** As `measureDetail` gives it; null before it was measured. */
  detail: Uint8Array | null
}

/** Frames with the same exposure, allowing for cameras' rounding; in stops. */
const SAME_STOP = 0.2
/** Likeness of light and shade if neither camera nor subject moved; fitted by `npm run eval -- sets`. */
const STILL = 0.97
const MIN_FRAMES = 3
/** A part is sharper in one frame if its detail has so much more energy, in numbers of `measureDetail`. */
const SHARPER = (3 * PER_OCTAVE) / 8
/** Below one squared grey level there is only noise. */
const MIN_DETAIL = PER_OCTAVE
/** The share of the parts with detail that each of two frames has to itself if their planes of focus differ. */
const OWN_SHARE = 0.1

/**
 * Whether the frames of a stack, by time, are a focus stack: three of one still view, each of which shows something
 * sharper than each other one does. A frame that is out of focus or was moved is blurred all over and has no part to
 * itself; two frames, one of which has the subject in focus and one the background, are a choice that a person has to
 * make. Each direction must be sharper, since frames that were moved in different directions are sharp along these.
 * Null if it cannot be told yet.
 */
export function areFocusStack(frames: readonly FocusFrame[]): boolean | null {
  if (frames.length < MIN_FRAMES || !frames.every((frame, i) => i === 0 || areStill(frames[i - 1]!, frame)))
    return false
  const known = frames.flatMap((frame) => (frame.detail === null ? [] : [{ ...frame, detail: frame.detail }]))
  if (known.length < frames.length) return null
  // A view may drift on from frame to frame: parts of two frames compare only if the two show the same there.
  const differ = known.map((one) =>
    known.map((other) => areStill(one, other) && haveOtherPlanes(one.detail, other.detail)),
  )
  return differ.some((others, a) =>
    others.some((is, b) => is && others.some((too, c) => too && differ[b]![c]! && c > a)),
  )
}

function areStill(a: FocusFrame, b: FocusFrame): boolean {
  if (a.exposure !== null && b.exposure !== null && Math.abs(a.exposure - b.exposure) > SAME_STOP) return false
  return a.focalLength === b.focalLength && (shadeLikeness(a.placeholder, b.placeholder) ?? -1) >= STILL
}

/** Whether each of two frames is sharper than the other in some parts. */
function haveOtherPlanes(a: Uint8Array, b: Uint8Array): boolean {
  let [parts, inA, inB] = [0, 0, 0]
  for (let at = 0; at < a.length; at += DIRECTIONS) {
    const differences = Array.from({ length: DIRECTIONS }, (_, i) => a[at + i]! - b[at + i]!)
    const max = Math.max(...a.subarray(at, at + DIRECTIONS), ...b.subarray(at, at + DIRECTIONS))
    if (max < MIN_DETAIL) continue
    parts++
    if (Math.min(...differences) >= SHARPER) inA++
    if (Math.max(...differences) <= -SHARPER) inB++
  }
  return parts > 0 && Math.min(inA, inB) >= OWN_SHARE * parts
}
