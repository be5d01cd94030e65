import { thumbHashToRGBA } from 'thumbhash'
import type { Frame } from './group-frames.ts'
import { shadeLikeness } from './likeness.ts'

/** The properties of a photo that show whether it is part of a panorama. */
export type PanoramaFrame = Pick<Frame, 'id' | 'camera' | 'takenMs' | 'openMs' | 'exposure' | 'person'> & {
  /** Tenths of a millimetre; 0 if the file does not contain it. */
  focalLength: number
  /** ThumbHash; null before the photo was analysed. */
  placeholder: Uint8Array | null
}

/** Maximum time between the end of one frame and the next: time enough to turn by hand, or a head on a tripod. */
export const MAX_TURN_MS = 5000
/** Faster frames within one second follow a moving subject. */
const MIN_TURN_MS = 500
/** Maximum difference in exposure of neighbouring frames, in stops: a camera that measures each drifts by less. */
const MAX_STOP = 0.5
const MIN_FRAMES = 3
/** The turn from one frame to the next, as a share of its side: the rest overlaps. */
const [MIN_STEP, MAX_STEP] = [0.25, 0.8]
/** How far a hand deviates across the turn, as a share of the other side. */
const ASTRAY = 0.08
/** The maximum deviation of the turn from frame to frame, in cells. */
const UNEVEN_CELLS = 1
/** The likeness of the overlap from which two pictures match; fitted by `npm run eval -- sets`. */
const MIN_LIKENESS = 0.8
/** Penalty for each level of 255 in brightness: neighbouring frames have the same exposure. */
const PER_LEVEL = 0.01
/** Two frames this similar without a shift were not turned: this alone excludes most. */
const UNMOVED = 0.95
/** How far a hand moves the view between takes, as a share of each side. */
const HELD = 1 / 8
/** Variance of noise in a plain area, which must not count as likeness. */
const NOISE = 4

/** The share of neighbours in a stack that have to be turned the same way; the placeholders of some may not match. */
const MIN_TURNED = 2 / 3

/**
 * Whether photos of one stack, by time, may be the frames of one panorama. They are in one stack since they look alike,
 * so fewer of them have to match than where a panorama is searched.
 */
export function arePanorama(frames: readonly PanoramaFrame[]): boolean {
  if (frames.length < MIN_FRAMES) return false
  const turns = frames
    .slice(1)
    .map((frame, i) => (mayFollow(frames[i]!, frame) ? turnsBetween(frames[i]!, frame) : null))
  const ways = [0, 1, 2, 3].map((way) => turns.filter((each) => each?.[way]!.includes(true)).length)
  return Math.max(...ways) >= MIN_TURNED * turns.length
}

/** Light and shade of another view are less alike, unless the hand moved; fitted by `npm run eval -- sets`. */
const SAME_VIEW = 0.5
/** The share of neighbours with another view from which no frame of a stack is better than others. */
const MIN_OTHER_VIEWS = 1 / 2

/**
 * Whether the camera was turned between photos of one stack, by time, so that they may be parts of a panorama that was
 * not found. Content alone may have put them into one stack: a model sees the same things in both halves of a view,
 * while the placeholders show too little of the overlap. Photos that no frames of a panorama may be, such as those of a
 * fast burst, are takes.
 */
export function mayBeTurned(frames: readonly PanoramaFrame[]): boolean {
  const others = frames.slice(1).filter((frame, i) => {
    const before = frames[i]!
    if (!mayFollow(before, frame)) return false
    return showsOtherView(before, frame) || turnsBetween(before, frame) !== null
  })
  return others.length > 0 && others.length >= MIN_OTHER_VIEWS * (frames.length - 1)
}

function showsOtherView(a: PanoramaFrame, b: PanoramaFrame): boolean {
  const likeness = shadeLikeness(a.placeholder, b.placeholder)
  if (likeness === null || likeness >= SAME_VIEW) return false
  const pictures = picturesOf(a, b)
  return pictures === null || likenessAsTakes(...pictures) < MIN_LIKENESS
}

/**
 * Panoramas among some photos by camera and time: three frames or more of one focal length and exposure, each turned
 * from the previous one by the same share of the picture in the same direction, so that the two match where they
 * overlap. The overlap is searched in the placeholders (ThumbHash, 32 pixels a side), by normalised cross-correlation
 * as in Lewis, "Fast Normalized Cross-Correlation" (1995). Nearly equal steps distinguish a panorama from a walk
 * through a place, as viewfinder alignment tracks a steady hand (Adams, Gelfand and Pulli, "Viewfinder Alignment",
 * Eurographics 2008). About 1 ms for two frames whose settings match.
 */
export function findPanoramas(frames: readonly PanoramaFrame[]): number[][] {
  const free = frames.filter(({ person }) => person !== 'alone')
  return runsOf(free).map((run) => run.map(({ id }) => id))
}

function runsOf(frames: readonly PanoramaFrame[]): PanoramaFrame[][] {
  const runs: PanoramaFrame[][] = []
  let run: PanoramaFrame[] = []
  let shared: Turns | null = null
  const end = (): void => {
    if (run.length >= MIN_FRAMES) runs.push(run)
    run = []
    shared = null
  }
  for (const [i, frame] of frames.entries()) {
    const before = frames[i - 1]
    const turns = before === undefined || !mayFollow(before, frame) ? null : turnsBetween(before, frame)
    const both: Turns | null = turns === null ? null : shared === null ? turns : inBoth(shared, turns)
    if (both !== null) {
      run = run.length === 0 ? [before!, frame] : [...run, frame]
      shared = both
      continue
    }
    const isTaken = run.length >= MIN_FRAMES
    end()
    // A frame is in one panorama; the last one of a run that was too short may begin another.
    if (turns !== null && !isTaken) {
      run = [before!, frame]
      shared = turns
    }
  }
  end()
  return runs
}

/** By settings and time alone. */
function mayFollow(a: PanoramaFrame, b: PanoramaFrame): boolean {
  if (a.camera !== b.camera || a.person === 'taken' || b.person === 'taken') return false
  const wait = b.takenMs - a.takenMs
  if (wait < MIN_TURN_MS || wait > MAX_TURN_MS + a.openMs) return false
  if (Math.abs(a.focalLength - b.focalLength) > 0.02 * a.focalLength) return false
  if (a.exposure === null || b.exposure === null) return a.exposure === b.exposure
  return Math.abs(a.exposure - b.exposure) <= MAX_STOP
}

// Overlap

type Picture = ReturnType<typeof thumbHashToRGBA>
/** For each of the four directions, and each turn in cells, whether two frames may be turned like this. */
type Turns = readonly (readonly boolean[])[]

const hasAny = (turns: Turns): boolean => turns.some((each) => each.includes(true))

function inBoth(a: Turns, b: Turns): Turns | null {
  const both = a.map((each, direction) => each.map((isOne, i) => isOne && b[direction]![i]!))
  return hasAny(both) ? both : null
}

/** Null if the two do not overlap as frames of a panorama. */
function turnsBetween(a: PanoramaFrame, b: PanoramaFrame): Turns | null {
  const pictures = picturesOf(a, b)
  if (pictures === null) return null
  const [one, other] = pictures
  const unmoved = likenessAt(one, other, 0, 0, 0)
  if (unmoved >= UNMOVED) return null
  const min = Math.max(MIN_LIKENESS, unmoved, likenessAsTakes(one, other))
  const turns = [1, -1].flatMap((sign) => [
    turnsAlong(one.w, one.h, min, (turn, astray) => likenessAt(one, other, sign * turn, astray)),
    turnsAlong(one.h, one.w, min, (turn, astray) => likenessAt(one, other, astray, sign * turn)),
  ])
  return hasAny(turns) ? turns : null
}

/** Null if one is unknown, or they have different sizes. */
function picturesOf(a: PanoramaFrame, b: PanoramaFrame): [Picture, Picture] | null {
  if (a.placeholder === null || b.placeholder === null) return null
  const [one, other] = [thumbHashToRGBA(a.placeholder), thumbHashToRGBA(b.placeholder)]
  return one.w === other.w && one.h === other.h ? [one, other] : null
}

/** How similar two pictures are if they are takes of one view: at their best shift that a hand may have moved. */
function likenessAsTakes(a: Picture, b: Picture): number {
  const [right, down] = [Math.round(HELD * a.w), Math.round(HELD * a.h)]
  let best = -1
  for (let x = -right; x <= right; x++)
    for (let y = -down; y <= down; y++) best = Math.max(best, likenessAt(a, b, x, y))
  return best
}

function turnsAlong(side: number, across: number, min: number, likeness: (turn: number, astray: number) => number) {
  const widest = Math.round(ASTRAY * across)
  const fits: boolean[] = []
  for (let turn = Math.round(MIN_STEP * side); turn <= Math.round(MAX_STEP * side); turn++) {
    let isAlike = false
    for (let astray = -widest; astray <= widest && !isAlike; astray++) isAlike = likeness(turn, astray) >= min
    fits.push(isAlike)
  }
  return fits.map((_, i) => fits.slice(Math.max(0, i - UNEVEN_CELLS), i + UNEVEN_CELLS + 1).includes(true))
}

/**
 * How similar two pictures are where they overlap, if the second is `right` and `down` cells from the first: their
 * correlation over all three colours, -1 to 1, minus `perLevel` for each level that they differ in brightness.
 */
function likenessAt(a: Picture, b: Picture, right: number, down: number, perLevel = PER_LEVEL): number {
  const [left, end] = [Math.max(0, right), Math.min(a.w, b.w + right)]
  const [top, bottom] = [Math.max(0, down), Math.min(a.h, b.h + down)]
  const cells = (end - left) * (bottom - top)
  let [together, ofA, ofB, apart] = [0, 0, 0, 0]
  for (let channel = 0; channel < 3; channel++) {
    let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
    for (let y = top; y < bottom; y++) {
      let inA = (y * a.w + left) * 4 + channel
      let inB = ((y - down) * b.w + left - right) * 4 + channel
      for (let x = left; x < end; x++, inA += 4, inB += 4) {
        const [p, q] = [a.rgba[inA]!, b.rgba[inB]!]
        sumA += p
        sumB += q
        squareA += p * p
        squareB += q * q
        product += p * q
      }
    }
    together += product - (sumA * sumB) / cells
    ofA += squareA - sumA ** 2 / cells
    ofB += squareB - sumB ** 2 / cells
    apart += Math.abs(sumA - sumB) / cells / 3
  }
  return together / Math.sqrt((ofA + NOISE * cells) * (ofB + NOISE * cells)) - perLevel * apart
}
