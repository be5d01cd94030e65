/**
 * The properties of a photo that decide its stack. Times are wall-clock milliseconds, exposures stops (EV) of light.
 */
export type Frame = {
  id: number
  /** The camera's body: photos of two are never in one stack. */
  camera: string
  takenMs: number
  /** How long the shutter was open. */
  openMs: number
  /** Light admitted by the settings, on a scale of stops; null if unknown. */
  exposure: number | null
  /** Light in the picture, on a scale of stops; null before the photo was analysed. */
  light: number | null
  /**
   * The person's decision: `free` for none, an `alone` photo is in no stack and separates none, a `taken` one is in a
   * stack of the person's, which ends the neighbouring stacks.
   */
  person: 'free' | 'alone' | 'taken'
}

/** Photos of one stack in the order in which they were taken. */
export type FrameGroup = { kind: 'burst' | 'bracket'; ids: number[] }

/** Maximum time between the end of one photo of a stack and the next. Many cameras write whole seconds. */
export const MAX_GAP_MS = 2000
/** Photos of a bracket differ by at least this much, in stops. */
const BRACKET_STOP = 0.6
/** And their pictures by this much, after a camera's tone curve; the light of frames held by hand varies less. */
const BRACKET_LIGHT = 0.25
/** Frames of one bracket. */
const [MIN_BRACKET, MAX_BRACKET] = [3, 9]

/** By camera, then by time. */
export const isBefore = (a: Frame, b: Frame) =>
  a.camera < b.camera ? -1 : a.camera > b.camera ? 1 : a.takenMs - b.takenMs || a.id - b.id

/**
 * Stacks among some photos: those of one camera in close succession with the same scene. Photos at different exposures
 * of one scene are a bracket. Photos closer in time than `MAX_GAP_MS` must be included; others change nothing, so that
 * only the neighbourhood of a photo must be checked again.
 */
export function groupFrames(frames: readonly Frame[], isAlike: (a: Frame, b: Frame) => boolean): FrameGroup[] {
  const groups: FrameGroup[] = []
  let run: Frame[] = []
  let last: Frame | undefined
  for (const frame of frames.toSorted(isBefore)) {
    if (last === undefined || !follows(last, frame) || !isAlike(last, frame)) {
      groups.push(...divide(run))
      run = []
    }
    if (frame.person === 'free') run.push(frame)
    last = frame
  }
  return [...groups, ...divide(run)]
}

/** Whether a photo was taken right after another one. */
const follows = (a: Frame, b: Frame): boolean =>
  a.camera === b.camera &&
  a.person !== 'taken' &&
  b.person !== 'taken' &&
  b.takenMs - a.takenMs <= MAX_GAP_MS + a.openMs

/** One burst, or consecutive brackets. */
function divide(run: readonly Frame[]): FrameGroup[] {
  if (run.length < 2) return []
  const length = bracketLength(run)
  if (length === null) return [{ kind: 'burst', ids: run.map(({ id }) => id) }]
  return Array.from({ length: run.length / length }, (_, i) => ({
    kind: 'bracket',
    ids: run.slice(i * length, (i + 1) * length).map(({ id }) => id),
  }))
}

/**
 * Whether photos of one stack are one bracket: with as many exposures as photos. Where the files do not contain them,
 * three different pictures are enough, since the brightest and the darkest frames of a bracket may look the same.
 */
export function areBracket(frames: readonly Exposed[]): boolean {
  if (bracketLength(frames) === frames.length) return true
  const lights = frames
    .flatMap(({ exposure, light }) => (exposure === null ? (light ?? []) : []))
    .toSorted((a, b) => a - b)
  let [levels, last] = [0, -Infinity]
  for (const light of lights) {
    if (light - last < BRACKET_LIGHT) continue
    levels++
    last = light
  }
  return levels >= MIN_BRACKET
}

type Exposed = Pick<Frame, 'exposure' | 'light'>

/** The number of frames in each bracket of a run; null unless it consists of brackets of one length. */
const bracketLength = (run: readonly Exposed[]): number | null =>
  lengthBy(run, ({ exposure }) => exposure, BRACKET_STOP) ??
  // Without settings in one of the files the pictures tell.
  (run.every(({ exposure }) => exposure !== null) ? null : lengthBy(run, ({ light }) => light, BRACKET_LIGHT))

function lengthBy(run: readonly Exposed[], of: (frame: Exposed) => number | null, min: number): number | null {
  const stops = run.flatMap((frame) => of(frame) ?? [])
  if (stops.length < run.length) return null
  const again = stops.findIndex((stop, i) => i > 0 && Math.abs(stop - stops[0]!) < min)
  const length = again < 0 ? stops.length : again
  if (length < MIN_BRACKET || length > MAX_BRACKET || stops.length % length !== 0) return null
  const isBracket = stops.every((stop, i) =>
    stops.slice(i - (i % length), i).every((other) => Math.abs(other - stop) >= min),
  )
  return isBracket ? length : null
}
