/** The place of a face, in shares of a photo's width and height. */
export type FaceArea = { x: number; y: number; width: number; height: number }

/** Maximum distance between the centres of two boxes of the same face, in shares of the smaller box. */
const MAX_DISTANCE = 0.35
/** Maximum ratio of two boxes of the same face: some programs draw them around the whole head. */
const MAX_RATIO = 2.2

/** A face is identified by its centre, in ten-thousandths of the photo: the same for windows, calls and statements. */
const UNITS = 10_000

/** The number that identifies a face of a photo in calls. */
export function faceKeyOf({ x, y, width, height }: FaceArea): number {
  const part = (value: number) => Math.min(UNITS - 1, Math.max(0, Math.floor(value * UNITS)))
  return part(x + width / 2) * UNITS + part(y + height / 2)
}

/** The face with a number; undefined if there is none any more. */
export function findFace<Face extends FaceArea>(faces: readonly Face[], key: number): Face | undefined {
  const exact = faces.find((face) => faceKeyOf(face) === key)
  if (exact) return exact
  const [x, y] = [(Math.floor(key / UNITS) + 0.5) / UNITS, ((key % UNITS) + 0.5) / UNITS]
  const far = (face: FaceArea) => Math.hypot(x - face.x - face.width / 2, y - face.y - face.height / 2)
  const around = faces.filter(
    (face) =>
      Math.abs(x - face.x - face.width / 2) <= face.width * MAX_DISTANCE &&
      Math.abs(y - face.y - face.height / 2) <= face.height * MAX_DISTANCE,
  )
  return around.toSorted((a, b) => far(a) - far(b))[0]
}

/** Whether two boxes, perhaps of different programs, are around one face. */
export function isSameFace(a: FaceArea, b: FaceArea): boolean {
  const larger = (one: number, other: number) => Math.max(one / other, other / one)
  const apart = (from: number, side: number, to: number, other: number) =>
    Math.abs(from + side / 2 - to - other / 2) / Math.min(side, other)
  return (
    larger(a.width, b.width) <= MAX_RATIO &&
    larger(a.height, b.height) <= MAX_RATIO &&
    apart(a.x, a.width, b.x, b.width) <= MAX_DISTANCE &&
    apart(a.y, a.height, b.y, b.height) <= MAX_DISTANCE
  )
}

/**
 * Pairs of boxes around one face, by their positions in both lists. If a box fits several, or several fit it, none is
 * taken: a guess would name the wrong face.
 */
export function pairFaces(ones: readonly FaceArea[], others: readonly FaceArea[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const fits = (one: FaceArea) => others.flatMap((other, place) => (isSameFace(one, other) ? [place] : []))
  ones.forEach((one, place) => {
    const found = fits(one)
    if (found.length !== 1) return
    const other = others[found[0]!]!
    if (ones.filter((each) => isSameFace(each, other)).length === 1) pairs.set(place, found[0]!)
  })
  return pairs
}
