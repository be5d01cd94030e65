import type { Face } from '../../src-main/contract/analysis/face.ts'
import type { Size } from './face-place.ts'

/** A photo of a stack and its faces. */
export type Frame = Size & { id: number; faceList: readonly Face[] }

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
