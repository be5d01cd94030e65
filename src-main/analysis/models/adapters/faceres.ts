import type { ModelSession } from '../runtime/session.ts'
import type { FaceDescription, FaceIdentity, DetectedFace } from '../runtime/tasks.ts'
import { normalise } from '../../vectors/unit-vector.ts'
import type { DecodedPhoto, Raster } from '../../photo/photo.ts'

const SIDE = 224

/**
 * HSE-FaceRes (through @vladmandic/human, MIT) on an upright cut-out of a face: 1024 L2-normalised values of identity,
 * age and gender.
 */
export function createFaceres(session: ModelSession, modelId: string): { 'face-identity': FaceIdentity } {
  const describe: FaceIdentity['describe'] = async (photo, face) => {
    const data = cutFace(photo, faceSquare(face), SIDE)
    const { descriptor, gender, age } = await session.run({ image: { data, dims: [1, SIDE, SIDE, 3] } })
    const maleness = (gender!.data as Float32Array)[0]!
    return {
      vector: normalise(descriptor!.data as Float32Array),
      age: readAge(age!.data as Float32Array),
      ...readGender(maleness),
    }
  }
  return { 'face-identity': { modelId, describe } }
}

function readGender(maleness: number): Pick<FaceDescription, 'gender' | 'genderScore'> {
  return { gender: maleness <= 0.5 ? 'female' : 'male', genderScore: Math.min(0.99, 2 * Math.abs(maleness - 0.5)) }
}

/**
 * Converts a probability for each year of age to years: the likeliest, moved towards its likelier neighbour by that
 * one's share of ten years, as in the network's own program.
 */
export function readAge(shares: Float32Array): number {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  const [younger, older] = [shares[best - 1] ?? 0, shares[best + 1] ?? 0]
  return Math.max(0, younger > older ? best - 10 * younger : best + 10 * older)
}

type Point = { x: number; y: number }
/**
 * A square on the photo, possibly rotated: its middle, its side, and the unit vector that points down in it. Photo
 * pixels.
 */
type FaceSquare = { centre: Point; side: number; down: Point }

/**
 * Side of the square around a face, in distances between eyes and mouth (or between the eyes, whichever is longer).
 * Measured on BlazeFace's boxes enlarged by 1.4, which is the input of @vladmandic/human's identity network, so any
 * detector with landmarks gives the same crop.
 */
const SIDES_PER_DISTANCE = 3.13
/** The same for a face with only a box. */
const SIDES_PER_BOX = 1.4

/** The square to cut out for identity: upright for the face itself if its landmarks are known. */
function faceSquare({ box, landmarks }: DetectedFace): FaceSquare {
  const find = (type: string): Point | undefined => landmarks.find((mark) => mark.type === type)
  const [right, left] = [find('right_eye'), find('left_eye')]
  const mouth = find('mouth') ?? middleOf(find('mouth_right'), find('mouth_left'))
  const eyes = middleOf(right, left)
  const height = eyes && mouth ? Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y) : 0
  if (!right || !left || !eyes || !mouth || height === 0) {
    const centre = { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 }
    return { centre, side: SIDES_PER_BOX * Math.max(box.x2 - box.x1, box.y2 - box.y1), down: { x: 0, y: 1 } }
  }
  const distance = Math.max(height, Math.hypot(left.x - right.x, left.y - right.y))
  const down = { x: (mouth.x - eyes.x) / height, y: (mouth.y - eyes.y) / height }
  return { centre: { x: (eyes.x + mouth.x) / 2, y: (eyes.y + mouth.y) / 2 }, side: SIDES_PER_DISTANCE * distance, down }
}

function middleOf(a: Point | undefined, b: Point | undefined): Point | undefined {
  return a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Samples the square (bilinear, black outside the photo) to `side` by `side` RGB bytes. */
function cutFace(
  { pixels, width, height }: DecodedPhoto,
  { centre, side: reach, down }: FaceSquare,
  side: number,
): Uint8Array {
  const scaleX = pixels.width / width
  const scaleY = pixels.height / height
  const step = reach / side
  const out = new Uint8Array(side * side * 3)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const u = (column + 0.5 - side / 2) * step
      const v = (row + 0.5 - side / 2) * step
      const x = (centre.x + u * down.y + v * down.x) * scaleX - 0.5
      const y = (centre.y - u * down.x + v * down.y) * scaleY - 0.5
      sample(pixels, x, y, out, 3 * (row * side + column))
    }
  }
  return out
}

function sample({ width, height, data }: Raster, x: number, y: number, out: Uint8Array, at: number) {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return
  const x0 = Math.max(0, Math.floor(x))
  const y0 = Math.max(0, Math.floor(y))
  const x1 = Math.min(width - 1, x0 + 1)
  const y1 = Math.min(height - 1, y0 + 1)
  const fx = Math.max(0, x - x0)
  const fy = Math.max(0, y - y0)
  const a = 3 * (y0 * width + x0)
  const b = 3 * (y0 * width + x1)
  const c = 3 * (y1 * width + x0)
  const d = 3 * (y1 * width + x1)
  for (let channel = 0; channel < 3; channel++) {
    const top = data[a + channel]! * (1 - fx) + data[b + channel]! * fx
    const bottom = data[c + channel]! * (1 - fx) + data[d + channel]! * fx
    out[at + channel] = top * (1 - fy) + bottom * fy + 0.5
  }
}
