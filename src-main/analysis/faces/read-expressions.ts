import { lumaOf } from '../../base/color/luma.ts'
import type { Face } from '../../contract/analysis/face.ts'
import { EYES_CLOSED, type FaceExpression } from '../../contract/analysis/sharpness.ts'
import type { EyeCorners, EyeShape, MeshedFace, Models, Point } from '../models/runtime/tasks.ts'
import type { DecodedPhoto } from '../photo/photo.ts'
import { toDetected } from './face-vector.ts'

/** Of many faces only the largest are analysed: each takes some milliseconds. */
const MAX_FACES = 24
/** Faces whose eyes have fewer pixels from corner to corner on the finest raster are not judged. */
const MIN_EYE = 10
/** The same for a face as a whole, so that the models need not run. */
const MIN_SIDE = 40
/** Below this chance the mesh is not on a face. */
const MIN_PRESENCE = 0.9

const UNKNOWN: FaceExpression = { openness: null, smile: null, away: null }

/**
 * What each face does, in the order of the faces; null without the models. A face that is too small, and one beyond the
 * 24 largest, has nothing but nulls.
 */
export async function readExpressions(
  photo: DecodedPhoto,
  faces: readonly Face[],
  models: Models,
): Promise<FaceExpression[] | null> {
  const [mesh, iris] = [await models.get('face-mesh'), await models.get('iris')]
  if (!mesh || !iris) return null
  const scale = (photo.fine ?? photo.pixels).width / photo.width
  const sideOf = ({ coordinates: { width, height } }: Face) => Math.min(width, height) * scale
  const largest = faces.filter((face) => sideOf(face) >= MIN_SIDE).sort((a, b) => sideOf(b) - sideOf(a))
  const known = new Map<Face, FaceExpression>()
  for (const face of largest.slice(0, MAX_FACES)) {
    const found = await mesh.locate(photo, toDetected(face))
    const eyes = [cornersOf(found, 'right'), cornersOf(found, 'left')] as const
    const isLarge = eyes.every(({ outer, inner }) => distance(outer, inner) * scale >= MIN_EYE)
    if (found.presence < MIN_PRESENCE || !isLarge) continue
    const [right, left] = [await iris.trace(photo, eyes[0]), await iris.trace(photo, eyes[1])]
    known.set(face, expressionOf(found, [right, left], areEyesCovered(photo, found)))
  }
  return faces.map((face) => known.get(face) ?? UNKNOWN)
}

/** How surely a face smiles, 0 to 1; null if its mesh is not sure of a face, or the face is turned away. */
export function smileOfMesh(mesh: MeshedFace): number | null {
  return mesh.presence >= MIN_PRESENCE && isSeen(poseOf(mesh)) ? smileOf(mesh) : null
}

/** Degrees beyond which one eye lies behind the nose, or lids are seen from above or below. */
const [TURNED, NODDED] = [30, 25]
/** Pitch of the mesh, in degrees, of a face that looks straight ahead. */
const LEVEL = 8
/**
 * Height of the opening, in lengths of the eye, at which it is as probably open as closed, and how fast that changes.
 */
const LIDS = { half: 0.155, slope: 40 }
/** The same for a smile: width of the mouth and lift of its corners, in distances between the outer eye corners. */
const SMILE = { width: 36, lift: 180, offset: -23.8 }
/** The same for the angle between gaze and camera, in degrees. */
const GAZE = { half: 14, slope: -0.4 }
/** Degrees that eyes turn for each length of the eye that the iris is off its middle. */
const DEGREES_PER_EYE = 145
/** Degrees up or down that are no looking away. */
const NODDING = 14

function expressionOf(mesh: MeshedFace, eyes: readonly EyeShape[], areCovered: boolean): FaceExpression {
  const { right, yaw, pitch } = poseOf(mesh)
  const nod = Math.abs(pitch - LEVEL)
  const isFacing = isSeen({ yaw, pitch })
  const opening = Math.min(...eyes.map(openingOf)) * Math.cos(yaw * RADIANS)
  const openness = isFacing && !areCovered ? logistic(LIDS.slope * (opening - LIDS.half)) : null
  const eyesTurn = openness !== null && openness >= EYES_CLOSED ? meanOf(eyes.map((eye) => irisOff(eye, right))) : 0
  const angle = Math.hypot(yaw + DEGREES_PER_EYE * eyesTurn, Math.max(0, nod - NODDING))
  const isHeadAway = Math.hypot(yaw, nod) > TURNED
  return {
    openness: rounded(openness),
    smile: rounded(isFacing ? smileOf(mesh) : null),
    away: rounded(areCovered && !isHeadAway ? null : logistic(GAZE.slope * (GAZE.half - angle))),
  }
}

/** Whether the whole face is turned to the camera. */
const isSeen = ({ yaw, pitch }: { yaw: number; pitch: number }): boolean =>
  Math.abs(yaw) <= TURNED && Math.abs(pitch - LEVEL) <= NODDED

const RADIANS = Math.PI / 180
const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The mean height of an eye's opening, in lengths of the eye. */
function openingOf({ lower, upper }: EyeShape): number {
  const heights = lower.slice(1, -1).map((point, k) => distance(point, upper[k + 1]!))
  return meanOf(heights) / Math.max(1e-6, distance(lower[0]!, lower.at(-1)!))
}

/** How far the iris is off the middle of the eye in this direction, in lengths of the eye. */
function irisOff({ lower, iris }: EyeShape, right: Point): number {
  const [a, b] = [lower[0]!, lower.at(-1)!]
  const [x, y] = [iris.x - (a.x + b.x) / 2, iris.y - (a.y + b.y) / 2]
  return (x * right.x + y * right.y) / Math.max(1e-6, distance(a, b))
}

/** Points of MediaPipe's mesh; *right* is the person's. */
const POINTS = {
  right: { outer: 33, inner: 133 },
  left: { outer: 263, inner: 362 },
  mouth: { right: 61, left: 291, upper: 13, lower: 14 },
  forehead: 10,
  chin: 152,
}
/** Beside the eyes, above and below the lids, where glasses are dark and skin is not; and the cheeks. */
const AROUND_EYES = [222, 223, 224, 229, 230, 231, 442, 443, 444, 449, 450, 451]
const CHEEKS = [50, 205, 280, 425]

type Vector = readonly [number, number, number]
const at = ({ points }: MeshedFace, point: number): Vector => [
  points[3 * point]!,
  points[3 * point + 1]!,
  points[3 * point + 2]!,
]
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const lengthOf = (a: Vector): number => Math.sqrt(dot(a, a))

function cornersOf(mesh: MeshedFace, side: 'right' | 'left'): EyeCorners {
  const point = (which: 'outer' | 'inner'): Point => {
    const [x, y] = at(mesh, POINTS[side][which])
    return { x, y }
  }
  return { side, outer: point('outer'), inner: point('inner') }
}

/**
 * The unit vector along the eyes on the photo, and where the face looks beside the camera: degrees along that vector
 * and across it, downwards.
 */
function poseOf(mesh: MeshedFace): { right: Point; yaw: number; pitch: number } {
  const across = minus(at(mesh, POINTS.left.outer), at(mesh, POINTS.right.outer))
  const down = minus(at(mesh, POINTS.chin), at(mesh, POINTS.forehead))
  // depth grows away from the camera, and so does their cross product; the face looks the other way
  const [x, y, depth] = [
    across[2] * down[1] - across[1] * down[2],
    across[0] * down[2] - across[2] * down[0],
    across[0] * down[1] - across[1] * down[0],
  ]
  const length = Math.max(1e-6, Math.hypot(across[0], across[1]))
  const right = { x: across[0] / length, y: across[1] / length }
  return {
    right,
    yaw: Math.atan2(x * right.x + y * right.y, depth) / RADIANS,
    pitch: Math.atan2(y * right.x - x * right.y, depth) / RADIANS,
  }
}

function smileOf(mesh: MeshedFace): number {
  const [from, to] = [at(mesh, POINTS.mouth.right), at(mesh, POINTS.mouth.left)]
  const [upper, lower] = [at(mesh, POINTS.mouth.upper), at(mesh, POINTS.mouth.lower)]
  const down = minus(at(mesh, POINTS.chin), at(mesh, POINTS.forehead))
  const eyes = lengthOf(minus(at(mesh, POINTS.left.outer), at(mesh, POINTS.right.outer)))
  const corners = (dot(from, down) + dot(to, down)) / 2
  const middle = (dot(upper, down) + dot(lower, down)) / 2
  const lift = (middle - corners) / Math.max(1e-6, lengthOf(down)) / Math.max(1e-6, eyes)
  const width = lengthOf(minus(to, from)) / Math.max(1e-6, eyes)
  return logistic(SMILE.width * width + SMILE.lift * lift + SMILE.offset)
}

/** Share of the brightness of the cheeks below which what is around the eyes is no skin, but dark glasses. */
const COVERED = 0.5

/** Whether dark glasses are before the eyes. */
function areEyesCovered(photo: DecodedPhoto, mesh: MeshedFace): boolean {
  return medianLuma(photo, mesh, AROUND_EYES) < COVERED * medianLuma(photo, mesh, CHEEKS)
}

function medianLuma({ pixels, width }: DecodedPhoto, mesh: MeshedFace, points: readonly number[]): number {
  const inside = (value: number, side: number) => Math.min(side - 1, Math.max(0, Math.floor(value)))
  const levels = points.map((point) => {
    const [x, y] = at(mesh, point)
    const column = inside((x * pixels.width) / width, pixels.width)
    const row = inside((y * pixels.width) / width, pixels.height)
    const place = 3 * (row * pixels.width + column)
    return lumaOf(pixels.data[place]!, pixels.data[place + 1]!, pixels.data[place + 2]!)
  })
  return levels.sort((a, b) => a - b)[levels.length >> 1]!
}
