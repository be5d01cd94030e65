import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { Size } from './face-place.ts'

/** A photo of a burst and its faces. */
export type Frame = Size & { id: number; takenAt: string | null; faceList: readonly Face[] }

/** Photos that follow each other within this time are one burst, in milliseconds; cameras write whole seconds. */
const BURST_MS = 2000
/** How far a face moves from one photo to the next, in widths of the face. */
const MOST_MOVED = 0.8
/** How much larger or smaller it becomes. */
const MOST_GROWN = 1.5

/** Times without a zone, compared with one another alone. */
const timeOf = (takenAt: string | null): number => (takenAt === null ? Number.NaN : Date.parse(`${takenAt}Z`))

/** The indexes of the photos around one that were taken in the same burst, in the order of the list. */
export function burstAround(times: readonly (string | null | undefined)[], index: number): number[] {
  const follows = (a: number, b: number): boolean =>
    Math.abs(timeOf(times[a] ?? null) - timeOf(times[b] ?? null)) <= BURST_MS
  let [first, last] = [index, index]
  while (first > 0 && follows(first - 1, first)) first -= 1
  while (last < times.length - 1 && follows(last, last + 1)) last += 1
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

/**
 * A face followed through the photos of a burst, outwards from its own: the face nearest to where it was in the photo
 * beside, while it is near and of about the same size. Nobody is recognised; people who change places are mistaken.
 */
export function followFace(frames: readonly Frame[], own: number, face: Face): { frame: Frame; face: Face }[] {
  const start = frames[own]
  if (!start) return []
  const after = followOne(frames.slice(own + 1), start, face)
  const before = followOne(frames.slice(0, own).toReversed(), start, face)
  return [...before.toReversed(), { frame: start, face }, ...after]
}

function followOne(frames: readonly Frame[], start: Size, face: Face): { frame: Frame; face: Face }[] {
  const found: { frame: Frame; face: Face }[] = []
  let last = { photo: start, face }
  for (const frame of frames) {
    const next = nearest(frame, last.photo, last.face)
    if (!next) continue
    found.push({ frame, face: next })
    last = { photo: frame, face: next }
  }
  return found
}

function nearest(frame: Frame, photo: Size, face: Face): Face | undefined {
  const near = frame.faceList
    .map((other) => ({ other, moved: distance(face, photo, other, frame), grown: growth(face, photo, other, frame) }))
    .filter(({ moved, grown }) => moved <= MOST_MOVED && grown <= MOST_GROWN)
  return near.toSorted((a, b) => a.moved - b.moved)[0]?.other
}

/** How far two faces lie apart, in widths of the first, as if both photos had the size of the first. */
function distance(a: Face, inA: Size, b: Face, inB: Size): number {
  const middle = ({ coordinates: { xmin, ymin, width, height } }: Face, photo: Size) => ({
    x: ((xmin + width / 2) / photo.width) * inA.width,
    y: ((ymin + height / 2) / photo.height) * inA.height,
  })
  const [from, to] = [middle(a, inA), middle(b, inB)]
  return Math.hypot(from.x - to.x, from.y - to.y) / Math.max(1, a.coordinates.width)
}

/** How many times larger the larger of two faces is. */
function growth(a: Face, inA: Size, b: Face, inB: Size): number {
  const ratio = a.coordinates.width / inA.width / Math.max(1e-9, b.coordinates.width / inB.width)
  return Math.max(ratio, 1 / Math.max(1e-9, ratio))
}
