/** A photo as far as it decides what is stacked. Times are wall-clock milliseconds, exposures stops (EV) of light. */
export type Frame = {
  id: number
  /** The camera's body: photos of two are never in one stack. */
  camera: string
  takenMs: number
  /** How long the shutter was open. */
  openMs: number
  /** Light that the settings let in, on a scale of stops; null where that is not known. */
  exposure: number | null
  /**
   * What the person said of it: `free` says nothing, an `alone` one is in no stack and parts none, a `taken` one is in a
   * stack of the person's, which ends the stacks beside it.
   */
  person: 'free' | 'alone' | 'taken'
}

/** Photos of one stack in the order in which they were taken. */
export type FrameGroup = { kind: 'burst' | 'bracket'; ids: number[] }

/** Longest time between the end of one photo of a stack and the next. Many cameras write whole seconds. */
export const MAX_GAP_MS = 2000
/** Photos of a bracket differ by this much at least, in stops. */
const BRACKET_STOP = 0.6
/** Frames of one bracket. */
const [MIN_BRACKET, MAX_BRACKET] = [3, 9]

/** By camera, then by time. */
export const isBefore = (a: Frame, b: Frame) =>
  a.camera < b.camera ? -1 : a.camera > b.camera ? 1 : a.takenMs - b.takenMs || a.id - b.id

/**
 * Stacks among some photos: those of one camera that follow each other closely and show the same. Photos at different
 * exposures of one scene are a bracket. What is nearer in time than `MAX_GAP_MS` must be among the photos; what lies
 * further away changes nothing, so that only the neighbourhood of a photo has to be looked at again.
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

/** One burst, or brackets one after the other. */
function divide(run: readonly Frame[]): FrameGroup[] {
  if (run.length < 2) return []
  const length = bracketLength(run)
  if (length === null) return [{ kind: 'burst', ids: run.map(({ id }) => id) }]
  return Array.from({ length: run.length / length }, (_, i) => ({
    kind: 'bracket',
    ids: run.slice(i * length, (i + 1) * length).map(({ id }) => id),
  }))
}

/** Whether photos of one stack are one bracket: at as many exposures as there are photos. */
export const areBracket = (frames: readonly Exposed[]): boolean => bracketLength(frames) === frames.length

type Exposed = Pick<Frame, 'exposure'>

/** How many frames each bracket of a run has; null where it does not consist of brackets of one length. */
function bracketLength(run: readonly Exposed[]): number | null {
  const [first] = run
  if (first === undefined || run.some(({ exposure }) => exposure === null)) return null
  const again = run.findIndex((frame, i) => i > 0 && isSameExposure(first, frame))
  const length = again < 0 ? run.length : again
  if (length < MIN_BRACKET || length > MAX_BRACKET || run.length % length !== 0) return null
  const isBracket = run.every((frame, i) => {
    const own = run.slice(i - (i % length), i)
    return own.every((other) => !isSameExposure(other, frame))
  })
  return isBracket ? length : null
}

const isSameExposure = (a: Exposed, b: Exposed): boolean =>
  Math.abs((a.exposure ?? 0) - (b.exposure ?? 0)) < BRACKET_STOP
