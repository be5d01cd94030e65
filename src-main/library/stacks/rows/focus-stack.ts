import { shadeLikeness } from './likeness.ts'

/** The properties of a frame that show whether a stack is a focus stack. */
export type FocusFrame = {
  /** In stops; null if the file does not contain it. */
  exposure: number | null
  /** Tenths of a millimetre; 0 if the file does not contain it. */
  focalLength: number
  placeholder: Uint8Array | null
  /** Focus distance in metres; null if the file does not contain it. */
  focusDistance: number | null
  /** Sharpness of the subject, 0 to 100; null before it was measured. */
  subject: number | null
}

/** Frames with the same exposure, allowing for cameras' rounding; in stops. */
const SAME_STOP = 0.2
/**
 * The likeness of light and shade to the previous frame from which neither camera nor subject moved; an approaching
 * subject soon falls below. Fitted by `npm run eval -- sets`.
 */
const STILL = 0.98
const MIN_FRAMES = 3
/** Without distances more frames are required: few may become sharper and blurred in this order by chance. */
const MIN_UNCERTAIN = 6
/** Minimum range of the subject's marks, and tolerance of their order. */
const [MIN_SPREAD, MAX_BACK] = [20, 3]

/**
 * Whether the frames of a burst, by time, are a focus stack: the same except for the focus, which moves in one
 * direction. Then the subject becomes sharper from frame to frame, and then less sharp: sharpness over focus has one
 * peak (Nayar and Nakagawa, "Shape from Focus", 1994). Of the n! orders of different marks only 2^(n-1) have one peak,
 * 4 % of those of six frames, which is enough. With fewer frames the files must contain distances in one direction.
 * These alone are not enough, since a lens that follows an approaching subject moves in one direction, too.
 */
export function areFocusStack(frames: readonly FocusFrame[]): boolean {
  if (frames.length < MIN_FRAMES || !frames.every((frame, i) => i === 0 || areStill(frames[i - 1]!, frame)))
    return false
  const marks = frames.flatMap(({ subject }) => subject ?? [])
  const isMeasured = marks.length === frames.length
  if (isMeasured && (Math.max(...marks) - Math.min(...marks) < MIN_SPREAD || !hasOnePeak(marks))) return false
  const distances = frames.flatMap(({ focusDistance }) => focusDistance ?? [])
  const hasDistances = distances.length === frames.length
  if (hasDistances && !isOneWay(distances)) return false
  return hasDistances || (isMeasured && frames.length >= MIN_UNCERTAIN)
}

function areStill(a: FocusFrame, b: FocusFrame): boolean {
  if (a.exposure === null || b.exposure === null || Math.abs(a.exposure - b.exposure) > SAME_STOP) return false
  return a.focalLength === b.focalLength && (shadeLikeness(a.placeholder, b.placeholder) ?? -1) >= STILL
}

const isOneWay = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value > values[i - 1]!) ||
  values.every((value, i) => i === 0 || value < values[i - 1]!)

function hasOnePeak(marks: readonly number[]): boolean {
  const peak = marks.indexOf(Math.max(...marks))
  return marks.every((mark, i) => i === 0 || (i <= peak ? 1 : -1) * (mark - marks[i - 1]!) >= -MAX_BACK)
}
