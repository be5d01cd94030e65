import { shadeLikeness } from './likeness.ts'

/** A frame as far as it decides whether a stack was taken to be sharp from front to back. */
export type FocusFrame = {
  /** In stops; null where the file does not tell. */
  exposure: number | null
  /** Tenths of a millimetre; 0 where the file does not tell. */
  focalLength: number
  placeholder: Uint8Array | null
  /** Where the lens was focused, in metres; null where the file does not tell. */
  focusDistance: number | null
  /** How sharp the subject is, 0 to 100; null before it was measured. */
  subject: number | null
}

/** Frames that are exposed alike, by rounding of what cameras write; in stops. */
const SAME_STOP = 0.2
/**
 * From which likeness of light and shade to the frame before on neither camera nor subject moved; what comes nearer
 * soon falls below. Fitted by `npm run eval -- sets`.
 */
const STILL = 0.98
const MIN_FRAMES = 3
/** Where no distance is told more frames are asked for: few may be sharper and blurred in this order by chance. */
const MIN_UNCERTAIN = 6
/** By how many marks the subject goes through focus, and what the order may be out by. */
const [MIN_SPREAD, MAX_BACK] = [20, 3]

/**
 * Whether the frames of a burst, by time, are a focus stack: alike in all but the focus, which goes one way. Then the
 * subject becomes sharper from frame to frame, and then less sharp: sharpness over focus has one peak (Nayar and
 * Nakagawa, "Shape from Focus", 1994). Of the n! orders of different marks only 2^(n-1) have one peak, 4 % of those of
 * six frames, which is enough. Of fewer frames the files must tell distances, which go one way; these alone are not
 * enough, since a lens that follows what comes nearer goes one way, too.
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
