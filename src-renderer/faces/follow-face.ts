import type { Face } from '../../src-main/contract/analysis/face.ts'
import { betweenEyes, type Point, type Size } from './face-place.ts'

/** A photo and its faces. `people` are who they are, in the same order, as far as that is known. */
export type Frame = Size & {
  id: number
  faceList: readonly Face[]
  people?: readonly { name: string | null }[]
}

/** Maximum distance that a face moves from one photo to the next, in widths of the face. */
const MAX_MOVE = 0.8
/** Maximum factor by which its size changes. */
const MAX_GROWTH = 1.5

/**
 * Follows a face through the frames of a stack, outwards from its own frame: in each, the nearest face that is close
 * enough and of about the same size. Nobody is recognised; people who change places are mixed up.
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

/**
 * The face on another photo that is the same one: at nearly the same place and of nearly the same size, as from frame
 * to frame; else the one with the same name.
 */
export function sameFace(from: Frame, face: Face, to: Frame): Face | undefined {
  const near = nearest(to, from, face)
  if (near) return near
  const name = from.people?.[from.faceList.indexOf(face)]?.name ?? null
  const place = name === null ? -1 : (to.people ?? []).findIndex((person) => person.name === name)
  return to.faceList[place]
}

/** The face whose eyes are nearest to a point of its photo in upright pixels. */
export function nearestFace({ faceList }: Pick<Frame, 'faceList'>, point: Point): Face | undefined {
  const distanceTo = (face: Face): number => {
    const { x, y } = betweenEyes(face)
    return Math.hypot(x - point.x, y - point.y)
  }
  return faceList.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0]
}

function nearest(frame: Frame, photo: Size, face: Face): Face | undefined {
  const near = frame.faceList
    .map((other) => ({ other, moved: distance(face, photo, other, frame), grown: growth(face, photo, other, frame) }))
    .filter(({ moved, grown }) => moved <= MAX_MOVE && grown <= MAX_GROWTH)
  return near.toSorted((a, b) => a.moved - b.moved)[0]?.other
}

/** Distance between two faces in widths of the first, as if both photos had the size of the first. */
function distance(a: Face, inA: Size, b: Face, inB: Size): number {
  const middle = ({ coordinates: { xmin, ymin, width, height } }: Face, photo: Size) => ({
    x: ((xmin + width / 2) / photo.width) * inA.width,
    y: ((ymin + height / 2) / photo.height) * inA.height,
  })
  const [from, to] = [middle(a, inA), middle(b, inB)]
  return Math.hypot(from.x - to.x, from.y - to.y) / Math.max(1, a.coordinates.width)
}

/** By which factor the larger of two faces is larger. */
function growth(a: Face, inA: Size, b: Face, inB: Size): number {
  const ratio = a.coordinates.width / inA.width / Math.max(1e-9, b.coordinates.width / inB.width)
  return Math.max(ratio, 1 / Math.max(1e-9, ratio))
}
